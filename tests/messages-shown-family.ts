import { familyRoleMessage } from '#backend/family/messages.ts'
import { replyMessage, askedMessage, expiredMessage } from '#backend/family-request/messages.ts'
import type { RequestRow } from '#backend/family-request/rows.ts'
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

const request: RequestRow = {
  contract_id: 'ctr_1',
  request_id: 'req_1',
  line_id: 'line_1',
  role_id: 'role_1',
  account_id: accountId,
  holder_account_id: accountId,
  kind: 'data',
  option_code: null,
  note_sealed: null,
  state: 'open',
  asked_at: instant('2026-11-24T16:08:00+09:00'),
  expires_at: instant('2026-11-25T16:08:00+09:00'),
  answer: null,
  answered_role_id: null,
  reply_sealed: null,
  order_no: null,
  ended_at: null,
}

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
  askedMessage: [
    askedMessage(request, { ...facts, accountId, isHolder: true }),
    askedMessage(
      { ...request, kind: 'option', option_code: 'tenMinuteCalls' },
      { ...facts, accountId, isHolder: false },
    ),
  ],
  replyMessage: [
    ...each({ pack: true, more: true, noCap: true, speed: true, option: true } as const, (answer) =>
      replyMessage({ ...request, state: 'granted', answer }),
    ),
    replyMessage({ ...request, state: 'declined', answer: 'declined' }),
  ],
  expiredMessage: [expiredMessage(request)],
}
