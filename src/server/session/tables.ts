import { sql } from 'kysely'
import { deletedWhen, internal, sealed, table } from '#backend/table.ts'
import type { LoginProof } from '#vocabulary/proof.ts'

export const attemptAad = (attemptHash: string) => `login_attempt:${attemptHash}`

export const sessionTables = [
  table(
    'login_attempt',
    deletedWhen(({ loginNow }) => sql`created_at < ${loginNow.subtract({ hours: 24 })}`),
    {
      attempt_hash: internal<string>(),
      state: internal<string>(),
      nonce: internal<string>(),
      verifier_sealed: sealed<string, { attempt_hash: string }>({
        aad: (row) => attemptAad(row.attempt_hash),
        omit: 'secret',
      }),
      back_path: internal<string>(),
      /** What was asked of the provider for this attempt. */
      proof: internal<LoginProof | null>(),
      created_at: internal<Temporal.Instant>(),
      used_at: internal<Temporal.Instant | null>(),
    },
  ),
]
