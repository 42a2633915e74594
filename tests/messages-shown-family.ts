import { familyRoleMessage } from '#backend/family/messages.ts'
import type { RoleRow } from '#backend/family/rows.ts'
import { instant } from '#domain/tokyo.ts'
import { accountId, each } from './message-samples.ts'

const row: RoleRow = {
  contract_id: 'ctr_1',
  role_id: 'role_1',
  role: 'lineUser',
  line_id: 'line_1',
  state: 'active',
  name_sealed: '',
  holder_account_id: accountId,
  account_id: 'acc_2',
  secret_hash: '',
  secret_sealed: null,
  invited_at: instant('2026-11-20T10:00:00+09:00'),
  expires_at: instant('2026-11-27T10:00:00+09:00'),
  accepted_at: instant('2026-11-21T10:00:00+09:00'),
  ended_at: null,
  changed_at: instant('2026-11-21T10:00:00+09:00'),
}
const facts = { name: '蓮', line: '「蓮」の回線' }

export const familyShown = {
  familyRoleMessage: each(
    {
      invited: true,
      accepted: true,
      ended: true,
      'accepted to person': true,
      'ended to person': true,
    } as const,
    (occasion) => familyRoleMessage(occasion, { accountId, row, facts }),
  ),
}
