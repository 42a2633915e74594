import { type Generated, sql } from 'kysely'
import { column, key, ofAccount, said, secret, table } from '#backend/table.ts'
import type { CallerProofState } from '#domain/telephone/proof-states.ts'
import {
  proofPurposes,
  proofWays,
  type ProofPurpose,
  type ProofWay,
} from '#vocabulary/console-record.ts'
import { callerProofStateWords } from '#vocabulary/states/caller-proof.ts'

export const telephoneTables = [
  /** Whether who called was the member. */
  table(
    'caller_proof',
    ofAccount('お電話での本人の確認', 'account', {
      earlier: {
        words: '確認から3年',
        when: ({ now }) => sql`begun_at < ${now.subtract({ hours: 24 * 1096 })}`,
      },
    }),
    {
      proof_id: key<string>(),
      purpose: column<ProofPurpose>(said('目的', proofPurposes)),
      way: column<ProofWay>(said('方法', proofWays)),
      state: column<CallerProofState>(said('状態', callerProofStateWords)),
      code_hash: secret<string | null>(),
      tries: column<Generated<number>>('誤りの回数'),
      begun_at: column<Temporal.Instant>('始めた日時'),
      expires_at: column<Temporal.Instant>('期限'),
      grant_id: column<string | null>('閲覧の識別子'),
      ended_at: column<Temporal.Instant | null>('終わった日時'),
    },
  ),
]
