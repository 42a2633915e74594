import { profileEditMessage } from '#backend/account/messages.ts'
import type { LineRow } from '#backend/contract/contracts.ts'
import { initialCancelMessage } from '#backend/cancellation/messages.ts'
import { alertMessage } from '#backend/alert/messages.ts'
import {
  autoTopUpMessage,
  autoTopUpSetMessage,
  autoTopUpStoppedMessage,
  limitReachedMessage,
  limitSetMessage,
} from '#backend/top-up/messages/spending.ts'
import { stopWords } from '#backend/top-up/messages/spending.ts'
import {
  capLiftedMessage,
  capReachedMessage,
  capWarningMessage,
  nearLimitMessage,
  switchRefusedMessage,
} from '#backend/data/messages.ts'
import { undoLimitMessage } from '#backend/deadline/messages.ts'
import { topUpMessage } from '#backend/top-up/messages/top-up.ts'
import { createSealing } from '#backend/db/sealing.ts'
import { openingFailedMessage, welcomeMessage } from '#backend/opening/messages.ts'
import {
  documentIssuedMessage,
  documentUnprintableMessage,
  paperOrderedMessage,
} from '#backend/document/messages.ts'
import {
  deletionAskedMessage,
  deletionWithdrawnMessage,
  exportAskedMessage,
  exportFailedMessage,
  exportReadyMessage,
} from '#backend/export/messages.ts'
import { holdLapsedMessage, holdStoppedMessage, newDeviceMessage } from '#backend/hold/messages.ts'
import { lineAad } from '#backend/contract/line-mapping.ts'
import {
  malwareBlockRefusedMessage,
  suspensionFailedMessage,
  suspensionMessage,
} from '#backend/line/messages.ts'
import type { MemberMessage } from '#backend/mail/member-message.ts'
import { mailFailingMessage } from '#backend/mail/messages.ts'
import { linkMessage } from '#backend/console/grant/messages.ts'
import {
  deviceProvedMessage,
  identityProofRefusedMessage,
  passkeyMessage,
} from '#backend/passkey/messages.ts'
import { webhookMadeMessage, webhookStoppedMessage } from '#backend/webhook/messages.ts'
import { lockMessage } from '#backend/lock/messages.ts'
import { unlocked } from '#domain/lock/lock.ts'
import { outageMessage, outageOccasions } from '#backend/outage/messages.ts'
import type { Outage } from '#backend/outage/queries.ts'
import { pushDeviceMessage } from '#backend/notice/messages.ts'
import { queueRefusedMessage, queueStartedMessage } from '#backend/procedure/messages.ts'
import { consentMessage, partnerLinkMessage } from '#backend/partner/messages.ts'
import { bytes, GB, MB } from '#domain/bytes.ts'
import { topUpPacks } from '#domain/catalogue/top-up.ts'
import { type AlertSubject, type MonthSoFar, noticeKey } from '#domain/data/alert.ts'
import { topUpGrant } from '#domain/data/grant.ts'
import { yen } from '#domain/money.ts'
import { instant, tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { errors } from '#protocol/errors.ts'
import { accountId, lines, now, order } from './message-samples.ts'
import { applicationShown } from './messages-shown-application.ts'
import { successionShown } from './messages-shown-succession.ts'
import { billingShown } from './messages-shown-billing.ts'
import { deviceMessages } from './messages-shown-devices.ts'
import { moveMessages } from './messages-shown-moves.ts'
import { contactShown } from './messages-shown-contact.ts'
import { connectionShown } from './messages-shown-connection.ts'
import { familyShown } from './messages-shown-family.ts'
import { giftShown } from './messages-shown-gift.ts'
import { guardianShown } from './messages-shown-guardian.ts'
import { ordersShown } from './messages-shown-orders.ts'

const sealing = createSealing('a secret for the messages of tests')

const inAWeek = now.add({ hours: 24 * 7 })
const exported = { account_id: accountId, export_id: 'exp_1', expires_at: inAWeek }

const line: LineRow = {
  contract_id: 'ctr_1',
  line_id: 'line_1',
  carrier_ref: 'ref_1',
  position: 1,
  kind: 'voice',
  sim_size: 'nano',
  number_sealed: sealing.seal(lineAad.number('line_1'), '09000001001'),
  number_index: 'index',
  iccid_sealed: '',
  status: 'active',
  suspension_reason: null,
  nickname: '',
  nickname_sealed: '',
  activated_on: tokyoDate('2025-10-12'),
  ends_on: null,
  ported_out_on: null,
  high_speed_on: true,
  high_speed_changed_at: null,
  carrier_speed: 'high',
  malware_block: true,
  version: 1,
}
const aboutLine = { accountId, line, sealing, exchangeId: 'ex_1' }

const month = tokyoMonth('2026-11')
const watched = {
  contractId: 'ctr_1',
  accountId,
  next: { at: instant('2026-12-01T00:00:00+09:00'), bytes: bytes(3 * GB) },
  cheapestYen: 220,
  sofar: {
    month,
    remainingBytes: bytes(480 * MB),
    usedBytes: bytes(2.52 * GB),
    extraChargesYen: yen(3240),
    newestBucketId: 'base/2026-11',
  },
}
const alert = (unit: AlertSubject['unit'], value: number, so: Partial<MonthSoFar> = {}) => {
  const subject = { unit, value }
  return alertMessage(
    {
      ...watched,
      sofar: { ...watched.sofar, ...so },
      ...(unit === 'remainingBytes' && { runsOutOn: tokyoDate('2026-11-27') }),
    },
    { subject, noticeKey: noticeKey(subject, month) },
  )
}

const contract = { accountId, contractId: 'ctr_1' }
const autoTopUp = {
  packId: '1gb' as const,
  atBytes: bytes(500 * MB),
  timesAMonth: 3,
  priceYen: yen(1100),
}
const capped = { accountId, line: '「蓮（中学生）」の回線', lineId: 'line_2' }
const capReach = {
  contract_id: 'ctr_1',
  reach_id: 'cpr_1',
  period: 'day',
  cap_bytes: 300 * MB,
  used_bytes: 312 * MB,
} as const
const reached = { month, limitYen: 3000, noticeKey: 'limit/2026-11/3000/80' }
const stopped = (code: string, sentence = '', priceYen = 1100) =>
  autoTopUpStoppedMessage(contract, {
    noticeKey: `auto/2026-11/${code}/1/3000`,
    setting: autoTopUp,
    reason: stopWords(code, autoTopUp, { sentence, priceYen }),
  })

const waited = {
  accountId,
  queueId: 'que_1',
  operation: 'planSizeChange' as const,
  queuedAt: instant('2026-11-10T09:00:00+09:00'),
}
const made = { accountId, docId: 'doc_1', title: '契約書面（変更）', version: 2 }
const initial = {
  accountId,
  order: order({
    procedure: 'initialCancel',
    state: 'submitted',
    line_id: null,
    effective_on: tokyoDate('2026-11-20'),
  }),
  lines: '',
  owedYen: 3300,
}

const aWebhook = { accountId, webhookId: 'whk_1', host: 'hooks.example.jp' }
const aPasskey = {
  accountId,
  passkeyId: 'pk_1',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
}
const lockOn = { kind: 'numberTransfer', state: 'on', waitHours: 24 } as const

const outage: Outage = {
  outage_id: 'out_1',
  kind: 'outage',
  severity: 'outage',
  services: ['voice', 'sms'],
  areas: ['東京都', '神奈川県'],
  title: '通話とSMSが使えない状態',
  opened_at: now,
  begins_at: now,
  expected_end_at: instant('2026-11-20T13:00:00+09:00'),
  ends_at: null,
  cancelled_at: null,
  emergency_calls: 'stopped',
  emergency_since: now,
  other_ways: ['landline', 'publicPhone', 'roaming'],
  first_reported_at: null,
  updates: [{ at: now, message: '携帯電話事業者の設備の不具合で、通話とSMSが使えません。' }],
}

/** Every message the product sends, by the function that writes it. */
export const shown: Readonly<Record<string, readonly MemberMessage[]>> = {
  ...deviceMessages,
  ...moveMessages,
  ...contactShown,
  ...connectionShown,
  ...familyShown,
  ...giftShown,
  ...guardianShown,
  ...ordersShown,
  initialCancelMessage: [
    initialCancelMessage('submitted', initial),
    initialCancelMessage('accepted', initial),
  ],
  topUpMessage: [
    topUpMessage({
      accountId,
      orderNo: 'D-TEST-0000-0001',
      pack: topUpPacks['1gb'],
      priceYen: 1100,
      given: topUpGrant('D-TEST-0000-0001', '1gb', now),
    }),
  ],
  ...billingShown,
  outageMessage: outageOccasions.map((occasion) => outageMessage(accountId, outage, occasion)),
  undoLimitMessage: [
    undoLimitMessage({
      accountId,
      orderNo: 'A-TEST-0000-0001',
      title: 'データ容量の変更（ライトから3GBへ）',
      until: instant('2026-11-22T00:00:00+09:00'),
    }),
  ],
  nearLimitMessage: [
    nearLimitMessage({
      accountId,
      sourceRef: 'three-day/line_1/2026-11-20',
      line: lines,
      of: { contractId: 'ctr_1', lineId: 'line_1' },
      meter: {
        sumBytes: bytes(180 * MB),
        tomorrowBytes: bytes(260 * MB),
        limitBytes: bytes(366 * MB),
        days: [{ date: tokyoDate('2026-11-17'), lowSpeedBytes: bytes(90 * MB) }],
      },
    }),
  ],
  pushDeviceMessage: [
    pushDeviceMessage({ accountId, subscriptionId: 'psh_1', device: 'iPhone（Safari）' }),
  ],
  newDeviceMessage: [
    newDeviceMessage({
      accountId,
      sessionHash: 'session_1',
      device: 'Windowsパソコン（Chrome）',
      addressMasked: '203.0.113.*',
    }),
  ],
  mailFailingMessage: [mailFailingMessage(accountId, 'mail_1')],
  holdStoppedMessage: [null, 'T-2K7D-9F'].map((caseNo) =>
    holdStoppedMessage({
      accountId,
      holdNo: 'H-TEST-0000-0001',
      operation: 'simReissue',
      caseNo,
    }),
  ),
  holdLapsedMessage: [
    holdLapsedMessage({ accountId, holdNo: 'H-TEST-0000-0001', operation: 'simReissue' }),
  ],
  linkMessage: [
    linkMessage({
      accountId: contract.accountId,
      ticketNo: 'T-2K7D-9F',
      step: 'planSize',
      path: '/mypage/plan/change.html?step=confirm&plan=13',
      nth: '1',
    }),
  ],
  webhookMadeMessage: (['made', 'secret'] as const).map((occasion) =>
    webhookMadeMessage({ ...aWebhook, occasion }),
  ),
  webhookStoppedMessage: [false, true].map((isGone) =>
    webhookStoppedMessage({ ...aWebhook, isGone }),
  ),
  passkeyMessage: (['added', 'removed', 'stopped'] as const).map((occasion) =>
    passkeyMessage({ ...aPasskey, occasion, settlesAt: now.add({ hours: 24 }) }),
  ),
  identityProofRefusedMessage: [
    identityProofRefusedMessage({
      accountId,
      proofNo: 'IP-7K2M-93XQ-W4PD',
      reason: '書類の有効期限が切れています。',
    }),
  ],
  deviceProvedMessage: (['passkey', 'identity'] as const).map((by) =>
    deviceProvedMessage({
      accountId,
      sessionHash: `session-${by}`,
      device: 'iPhone（Safari）',
      by,
    }),
  ),
  lockMessage: [
    { event: 'set' as const, lock: lockOn },
    {
      event: 'lift_asked' as const,
      lock: { ...lockOn, state: 'lifting' as const, liftsAt: instant('2026-11-21T10:00:00+09:00') },
    },
    { event: 'lift_stopped' as const, lock: lockOn },
    { event: 'lifted' as const, lock: unlocked('numberTransfer') },
    { event: 'wait_changed' as const, lock: { ...lockOn, waitHours: 72 as const } },
    {
      event: 'wait_changed' as const,
      lock: {
        ...lockOn,
        shorter: { waitHours: 0 as const, from: instant('2026-11-21T10:00:00+09:00') },
      },
    },
  ].map((step, index) => lockMessage(contract, step, index + 1)),
  alertMessage: [
    alert('usedUp', 0, { remainingBytes: bytes(0), usedBytes: bytes(3.7 * GB) }),
    alert('remainingBytes', 500_000_000),
    alert('usedPercent', 80),
    alert('chargesYen', 3000),
  ],
  limitSetMessage: [
    limitSetMessage(contract, { version: 1, beforeYen: undefined, limitYen: 3000, soFarYen: 1320 }),
    limitSetMessage(contract, { version: 2, beforeYen: 3000, limitYen: undefined, soFarYen: 1320 }),
  ],
  limitReachedMessage: [
    limitReachedMessage(contract, { ...reached, percent: 80, soFarYen: 2420 }),
    limitReachedMessage(contract, { ...reached, percent: 100, soFarYen: 3000 }),
    limitReachedMessage(contract, { ...reached, percent: 100, soFarYen: 3190 }),
  ],
  autoTopUpSetMessage: [
    autoTopUpSetMessage(contract, { version: 1, setting: autoTopUp, mostYen: 3000 }),
    autoTopUpSetMessage(contract, { version: 2, setting: undefined, mostYen: 0 }),
  ],
  autoTopUpMessage: [
    autoTopUpMessage({
      accountId,
      orderNo: 'D-TEST-0000-0002',
      given: topUpGrant('D-TEST-0000-0002', '1gb', now, 'automatic'),
      setting: autoTopUp,
      nth: 2,
    }),
  ],
  autoTopUpStoppedMessage: [
    stopped('TIMES_USED'),
    stopped('CONDITIONS_CHANGED', '', 1210),
    stopped('UNPAID', errors.UNPAID.message),
  ],
  switchRefusedMessage: [
    switchRefusedMessage({ accountId, exchangeId: 'ex_1', line: lines, wanted: true }),
  ],
  capWarningMessage: [
    capWarningMessage({
      ...capped,
      sourceRef: 'line-cap/line_2/month/2026-11',
      contractId: 'ctr_1',
      period: 'month',
      usedBytes: 4020 * MB,
      capBytes: 5 * GB,
    }),
  ],
  capReachedMessage: [
    capReachedMessage({ ...capped, reach: capReach, asks: false }),
    capReachedMessage({ ...capped, reach: { ...capReach, period: 'month' }, asks: true }),
  ],
  capLiftedMessage: [capLiftedMessage({ ...capped, reach: capReach, asks: false })],
  suspensionMessage: [
    suspensionMessage({ ...aboutLine, done: 'suspended', reason: 'lost' }),
    suspensionMessage({ ...aboutLine, done: 'resumed', reason: 'lost' }),
    suspensionMessage({ ...aboutLine, done: 'suspended', reason: 'fraud' }),
    suspensionMessage({ ...aboutLine, done: 'resumed', reason: 'fraud' }),
  ],
  suspensionFailedMessage: [
    suspensionFailedMessage({ ...aboutLine, wanted: 'suspend' }),
    suspensionFailedMessage({ ...aboutLine, wanted: 'resume' }),
  ],
  malwareBlockRefusedMessage: [malwareBlockRefusedMessage({ ...aboutLine, wanted: false })],
  welcomeMessage: [
    welcomeMessage({
      accountId,
      contractId: 'ctr_1',
      planCode: 20,
      lines: [line],
      startedOn: tokyoDate('2026-11-22'),
      sealing,
    }),
  ],
  openingFailedMessage: [openingFailedMessage({ accountId, contractId: 'ctr_1' })],
  documentIssuedMessage: [documentIssuedMessage(made)],
  documentUnprintableMessage: [documentUnprintableMessage(made)],
  paperOrderedMessage: [
    paperOrderedMessage({
      accountId,
      order: order({
        procedure: 'paperCopy',
        line_id: null,
        expected_on: tokyoDate('2026-11-24'),
      }),
      documentTitle: '契約書面',
      feeYen: 220,
    }),
  ],
  queueStartedMessage: [queueStartedMessage({ ...waited, orderNo: 'A-TEST-0000-0002' })],
  queueRefusedMessage: [
    queueRefusedMessage({ ...waited, reason: errors.PLAN_NOT_SHAREABLE.message }),
  ],
  profileEditMessage: (
    ['proofNeeded', 'documentsAsked', 'reviewing', 'applied', 'rejected', 'lapsed'] as const
  ).map((occasion) =>
    profileEditMessage({
      accountId,
      editNo: 'U-TEST-0000-0001',
      what: '氏名・住所',
      occasion,
      at: now,
      reason:
        occasion === 'documentsAsked'
          ? '住所が新しくなった運転免許証を読み取ってください。'
          : undefined,
    }),
  ),
  exportAskedMessage: [exportAskedMessage(exported)],
  exportFailedMessage: [exportFailedMessage(exported)],
  exportReadyMessage: [exportReadyMessage(exported)],
  deletionAskedMessage: [false, true].map((keeps) =>
    deletionAskedMessage(accountId, { requestedAt: now, dueAt: inAWeek, keeps }),
  ),
  deletionWithdrawnMessage: [deletionWithdrawnMessage(accountId, now)],
  partnerLinkMessage: (['linked', 'unlinked'] as const).map((occasion) =>
    partnerLinkMessage({ accountId, occasion, now }),
  ),
  consentMessage: [
    consentMessage({ accountId, sequence: 1, agreed: true, textVersion: '1.0' }),
    consentMessage({ accountId, sequence: 2, agreed: false, textVersion: '1.0' }),
  ],
  ...applicationShown,
  ...successionShown,
}
