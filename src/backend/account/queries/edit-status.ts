import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { onHoldWords } from '#backend/hold/words.ts'
import { checkOfOrder, refusalReason } from '#backend/identity/public.ts'
import { maskAddress, masksApart } from '#backend/mail/masked-address.ts'
import { triesLeft } from '#domain/account/contact-code.ts'
import { profileEditStates } from '#domain/account/profile-edit-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { accountApi } from '#protocol/account.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { profileFieldLabels, profileFields, type ProfileField } from '#vocabulary/profile.ts'
import {
  findCodes,
  findLatestEdit,
  isMail,
  openChanges,
  openContact,
  toCode,
  type EditRow,
  type ProfileValues,
} from '../rows.ts'
import { mustProve } from './edit-subject.ts'
import { phoneInsteadOf } from './phone-instead.ts'

type EditAsked = {
  readonly accountId: string
  /** What this browser sent before the proof. */
  readonly draft: ProfileValues | undefined
  readonly hasSecondFactor: boolean
  readonly now: Instant
}

/** Wire ProfileEdit: the change under way, or the last one there was. */
export async function readEditStatus(
  db: Db,
  sealing: Sealing,
  { accountId, draft, hasSecondFactor, now }: EditAsked,
): Promise<Answer<typeof accountApi.userEditStatusGet>> {
  const row = await findLatestEdit(db, accountId)
  const account = {
    needsProof: await mustProve(db, sealing, accountId, toTokyoDate(now)),
    needsSecondFactor: !hasSecondFactor,
    isProvenByPhone: (await phoneInsteadOf(db, sealing, { accountId, now })) !== undefined,
    ...(draft && { draft }),
  }
  if (row === undefined)
    return {
      ...stateOf('none'),
      changes: [],
      confirmations: [],
      identity: await checkOfOrder(db, accountId, ''),
      canWithdraw: false,
      ...account,
    }
  const { before, after } = openChanges(sealing, row)
  const masked = masksOf(before.email ?? '', after.email ?? '')
  const reason =
    row.state === 'rejected' ? await refusalReason(db, accountId, row.edit_no) : undefined
  return {
    ...stateOf(row.state),
    ...onHoldOf(row),
    orderNo: row.edit_no,
    ...(reason !== undefined && { reason }),
    changes: profileFields.flatMap((field) =>
      after[field] === undefined
        ? []
        : [
            {
              field,
              label: profileFieldLabels[field],
              before: shown(field, before[field] ?? '', masked),
              after: shown(field, after[field], masked),
            },
          ],
    ),
    confirmations: row.state === 'submitted' ? await confirmationsOf(db, sealing, row, masked) : [],
    identity: await checkOfOrder(db, accountId, row.edit_no),
    canWithdraw: isWithdrawable(row.state),
    ...account,
    submittedAt: formatRfc3339(row.submitted_at),
    ...(row.decided_at === null ? {} : { decidedAt: formatRfc3339(row.decided_at) }),
  }
}

async function confirmationsOf(db: Db, sealing: Sealing, row: EditRow, masked: MailMask) {
  const rows = await findCodes(db, row)
  const places = ['oldEmail', 'newEmail', 'oldPhone', 'newPhone'] as const
  return places.flatMap((which) => {
    const code = rows.find(({ place }) => place === which)
    if (code === undefined) return []
    const contact = openContact(sealing, code)
    return [
      {
        which,
        sentToMasked: isMail(which) ? masked(contact) : maskPhone(contact),
        confirmed: code.confirmed_at !== null,
        expiresAt: formatRfc3339(code.expires_at),
        resendFrom: formatRfc3339(code.resend_from),
        triesLeft: triesLeft(toCode(code)),
      },
    ]
  })
}

function stateOf(known: string) {
  const state = profileEditStates.isState(known) ? known : 'none'
  const { label, sentence } = profileEditStates.words(state)
  return { state, stateLabel: label, message: sentence }
}

const onHoldOf = ({ held_until: until }: EditRow) => {
  if (until === null) return {}
  const { label, sentence } = onHoldWords('profileEdit', until)
  return { stateLabel: label, message: sentence }
}

const isWithdrawable = (state: string) =>
  profileEditStates.isState(state) && profileEditStates.can(state, 'withdrawn', 'member')

type MailMask = (address: string) => string

/** Masks that show the old and the new address as different, also where both begin alike at the same host. */
function masksOf(before: string, after: string): MailMask {
  const [old, next] = masksApart(before, after)
  return (address) => (address === before ? old : address === after ? next : maskAddress(address))
}

/** Contacts are masked, so that nobody else reads them from the screen. */
function shown(field: ProfileField, value: string, masked: MailMask) {
  if (value === '') return '未登録'
  if (field === 'email') return masked(value)
  return field === 'phone' ? maskPhone(value) : value
}

/** `090-****-1001` */
const maskPhone = (phone: string) => `${phone.slice(0, 3)}-****-${phone.slice(-4)}`
