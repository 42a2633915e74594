import { column, key, ofContract, said, sealed, table } from '#backend/table.ts'
import {
  consentWays,
  guardianRelationLabels,
  type ConsentWay,
  type GuardianRelation,
} from '#vocabulary/guardian.ts'
import { guardianConsentWords } from '#vocabulary/states/guardian-consent.ts'
import { birthAad, guardianAad } from './rows.ts'

export const guardianTables = [
  /** A guardian's consent to the data of a user under 18. When the user comes of age stands in no column. */
  table('guardian_consent', ofContract('18歳未満の方の情報への同意', 'document'), {
    line_id: key<string>(),
    state: column<string>(said('状態', guardianConsentWords)),
    /** Null once it is erased. */
    birth_sealed: sealed<string | null, { line_id: string }>({
      aad: (row) => birthAad(row.line_id),
      title: '使う方の生年月日',
    }),
    /** As the holder was called then. */
    guardian_sealed: sealed<string, { line_id: string }>({
      aad: (row) => guardianAad(row.line_id),
      title: '同意した方',
    }),
    relation: column<GuardianRelation>(said('続柄', guardianRelationLabels)),
    way: column<ConsentWay>(said('同意の方法', consentWays)),
    given_at: column<Temporal.Instant>('同意した日時'),
    asked_at: column<Temporal.Instant | null>('ご本人の同意をお願いした日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
  }),
]
