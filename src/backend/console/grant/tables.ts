import { type Generated, sql } from 'kysely'
import {
  column,
  deletedWhen,
  internal,
  key,
  labelOf,
  ofAccount,
  said,
  stays,
  table,
} from '#backend/table.ts'
import type { GrantState } from '#domain/console/grant-states.ts'
import {
  caseReasons,
  recordParts,
  staffRoles,
  workQueues,
  type CaseReason,
  type StaffRole,
  type WorkQueue,
} from '#vocabulary/console.ts'
import { contactFields, identityFields } from '#vocabulary/console-record.ts'
import { accessGrantStateWords } from '#vocabulary/states/access-grant.ts'

const readThings = { ...recordParts, ...contactFields, ...identityFields }

export const grantTables = [
  /** Openings of a member's record by staff. The member reads the role and the case, not the person's name. */
  table('access_grant', ofAccount('当社の担当者による閲覧', 'account'), {
    grant_id: column<string>('閲覧の識別子'),
    contract_id: key<string | null>(),
    /** The member reads the role; the house knows the person. */
    staff_id: internal<string>(),
    role: column<StaffRole>(said('担当', staffRoles)),
    ticket_no: column<string>('お問い合わせ番号'),
    reason: column<CaseReason>(said('理由', caseReasons)),
    about: column<WorkQueue | null>({
      title: '業務',
      show: (about) => (about === null ? null : labelOf(workQueues, about)),
    }),
    state: column<GrantState>(said('状態', accessGrantStateWords)),
    opened_at: column<Temporal.Instant>('開いた日時'),
    acted_at: internal<Temporal.Instant>(),
    ends_at: internal<Temporal.Instant>(),
    ended_at: column<Temporal.Instant | null>('閉じた日時'),
    /** Says something of the staff, for who looks after personal data. */
    same_name: internal<boolean>(),
  }),
  /** What was read by them: parts of the record, and single fields shown in full. */
  table('access_read', ofAccount('担当者が見た項目', 'account'), {
    grant_id: column<string>('閲覧の識別子'),
    kind: column<'part' | 'field'>(said('種類', { part: '部分', field: '表示した項目' })),
    what: column<string>(said('見たもの', readThings)),
    line_id: column<Generated<string>>('回線の識別子'),
    at: column<Temporal.Instant>('日時'),
  }),
  /** Numbers that staff declared as their own or their family's: nobody's name, blind. */
  table('staff_kin', stays('スタッフが届け出た番号の索引で、在籍のあいだ要る'), {
    staff_id: key<string>(),
    number_index: internal<string>(),
    declared_at: internal<Temporal.Instant>(),
  }),
  /** Searches and refusals that are about no one grant. */
  table(
    'access_event',
    deletedWhen(({ now }) => sql`at < ${now.subtract({ hours: 24 * 1096 })}`),
    {
      event_id: key<string>(),
      staff_id: internal<string>(),
      kind: internal<'searched' | 'limit' | 'ownNumber'>(),
      hits: internal<number | null>(),
      at: internal<Temporal.Instant>(),
    },
  ),
]
