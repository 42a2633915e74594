import { column, internal, key, ofContract, said, sealed, secret, table } from '#backend/table.ts'
import { contractRoleLabels } from '#vocabulary/family.ts'
import { familyRoleStateWords } from '#vocabulary/states/family-role.ts'
import { nameAad, secretAad } from './rows.ts'

export const familyTables = [
  /** Who besides the holder may look at the contract, or at one line of it. */
  table('family_role', ofContract('ご家族の役割', 'settings'), {
    role_id: key<string>(),
    role: column<string>(said('役割', contractRoleLabels)),
    line_id: internal<string | null>(),
    state: column<string>(said('状態', familyRoleStateWords)),
    name_sealed: sealed<string, { role_id: string }>({
      aad: (row) => nameAad(row.role_id),
      title: '呼び名',
    }),
    holder_account_id: internal<string>(),
    account_id: internal<string | null>(),
    secret_hash: secret<string>(),
    secret_sealed: sealed<string | null, { role_id: string }>({
      aad: (row) => secretAad(row.role_id),
      omit: 'secret',
    }),
    invited_at: column<Temporal.Instant>('招いた日時'),
    expires_at: column<Temporal.Instant>('招待の期限'),
    accepted_at: column<Temporal.Instant | null>('承諾した日時'),
    ended_at: column<Temporal.Instant | null>('終わった日時'),
    changed_at: column<Temporal.Instant>('最後に変わった日時'),
  }),
]
