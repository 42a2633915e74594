import { defineAggregate, type About } from '#backend/step/take-step.ts'
import { profileEditStates } from '#domain/account/profile-edit-states.ts'
import { isContact } from '#vocabulary/profile.ts'
import { profileEditMessage, type EditOccasion } from './messages.ts'
import { fieldsOf, whatChanges } from './queries/edit-changes.ts'
import { isOpenState, type Changes, type EditRow } from './rows.ts'

export type EditFacts = {
  readonly changes: Changes
  /** What staff wrote: why not, or what is asked for. */
  readonly reason?: string | undefined
}

const messageOf =
  (occasion: EditOccasion) =>
  ({ row, accountId, now }: About<EditRow>, { changes, reason }: EditFacts) =>
    profileEditMessage({
      accountId,
      editNo: row.edit_no,
      what: whatChanges(changes),
      occasion,
      at: now,
      reason,
    })

const fieldsIn = (_: EditRow, { changes }: EditFacts) => ({ fields: fieldsOf(changes) })

/** Every step of a change of the profile. Codes and notices to single contacts are sent beside it. */
export const profileEdits = defineAggregate({
  table: 'profile_edit',
  key: ['account_id', 'edit_no'],
  machine: profileEditStates,
  stamps: ({ to, now }) => ({
    changed_at: now,
    ...(isOpenState(to) ? { decided_at: null } : { decided_at: now, held_until: null }),
  }),
  accountId: (edit) => edit.account_id,
  steps: {
    submitted: { audit: 'profile-edit-submitted', details: fieldsIn },
    released: { event: null },
    documents_requested: { message: messageOf('proofNeeded') },
    documents_asked: { event: 'documents_requested', message: messageOf('documentsAsked') },
    documents_received: {},
    handed_to_staff: { event: 'documents_received', message: messageOf('reviewing') },
    applied: {
      audit: 'profile-edit-applied',
      details: fieldsIn,
      // Old and new contacts get messages of their own: the phone is not written to twice.
      message: (about: About<EditRow>, facts: EditFacts) => ({
        ...messageOf('applied')(about, facts),
        isPhoneNotifiedApart: fieldsOf(facts.changes).some(isContact),
      }),
    },
    rejected: { message: messageOf('rejected') },
    withdrawn: { audit: 'profile-edit-withdrawn' },
    stopped: { event: 'withdrawn', audit: 'profile-edit-stopped' },
    lapsed: { event: 'withdrawn', audit: 'profile-edit-lapsed', message: messageOf('lapsed') },
  },
})
