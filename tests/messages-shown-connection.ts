import { connectionMessage } from '#backend/connection/messages.ts'
import type { ConnectionRow } from '#backend/connection/rows.ts'
import { instant } from '#domain/tokyo.ts'
import { accountId } from './message-samples.ts'

const row: ConnectionRow = {
  contract_id: 'ctr_1',
  connection_id: 'cn_1',
  kind: 'key',
  account_id: accountId,
  holder_account_id: accountId,
  family_role_id: null,
  name_sealed: '',
  scopes: ['data:read', 'data:switch'],
  line_ids: ['line_1'],
  secret_hash: '',
  prefix: 'hbk_1234',
  client_id: null,
  grant_id: null,
  state: 'active',
  made_at: instant('2026-11-20T10:00:00+09:00'),
  ends_at: instant('2027-02-18T10:00:00+09:00'),
  ended_at: null,
  ended_by: null,
  last_used_at: null,
  last_address: null,
  last_program: null,
  changed_at: instant('2026-11-20T10:00:00+09:00'),
}
const app: ConnectionRow = { ...row, kind: 'app', line_ids: null, client_id: 'c', grant_id: 'g' }

export const connectionShown = {
  connectionMessage: [
    connectionMessage('made', accountId, row),
    connectionMessage('made', accountId, app),
    connectionMessage('stopped', accountId, app),
  ],
}
