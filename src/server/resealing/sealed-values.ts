import { codeContactAad, draftAad, editAad } from '#backend/account/public.ts'
import { pressAad } from '#backend/hold/kept-press.ts'
import {
  answersAad,
  applicationCardAad,
  linkAad,
  numberAad as visitNumberAad,
} from '#backend/application/public.ts'
import { cardAad, partnerAad as paymentPartnerAad } from '#backend/billing/public.ts'
import { fieldsAad } from '#backend/carrier/exchange.ts'
import { factsAad } from '#backend/carrier/reports.ts'
import { lineAad } from '#backend/contract/line-mapping.ts'
import { imeiAad as terminalImeiAad } from '#backend/contract/terminals.ts'
import { calendarAad } from '#backend/deadline/public.ts'
import {
  imeiAad as coveredImeiAad,
  pictureAad,
  smallAad,
  storyAad,
  typedImeiAad,
} from '#backend/device/public.ts'
import { documentAad } from '#backend/document/public.ts'
import { pieceAad } from '#backend/export/public.ts'
import { numberAad as handoverNumberAad, receiverAad } from '#backend/handover/public.ts'
import { loginNameAad, profileAad } from '#backend/holder.ts'
import { answerAad } from '#backend/idempotency.ts'
import { expectedAad } from '#backend/identity/public.ts'
import { contentAad, pdfAad } from '#backend/invoice/public.ts'
import { destinationAad, imeiAad as seenImeiAad, recordAad } from '#backend/line/public.ts'
import { contactMessageAad } from '#backend/mail/contact-messages.ts'
import { mailAad, noticeAad } from '#backend/mail/outbox.ts'
import { settingsAad } from '#backend/option/public.ts'
import { checksAad, codeAad, idAad, surveyAnswersAad } from '#backend/partner/public.ts'
import { idTokenAad } from '#backend/login/sessions.ts'
import { partnerAad as grantPartnerAad } from '#backend/point/public.ts'
import { numberAad } from '#backend/port-out/public.ts'
import { chosenOptionAad, portInAad } from '#backend/sim/public.ts'
import {
  fileAad as successionFileAad,
  stopAad,
  successionAad,
  successionCardAad,
} from '#backend/succession/public.ts'
import { verifiedIdentityAad } from '#backend/verified-identity.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { attemptAad } from '../session/auth-routes.ts'
import { sealedIn, type SealedIn, type SealedTable } from './sealed-in.ts'

/** Ids that stand in JSON beside what was sealed for them: `"exchangeId": "cx_…"`. */
const idsIn = (json: unknown, name: string): string[] =>
  [...JSON.stringify(json ?? null).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].flatMap(
    ([, id]) => id ?? [],
  )

const fieldsIn = (json: unknown) => idsIn(json, 'exchangeId').map(fieldsAad)

/** What procedures seal in the details of their orders. */
const inOrder = (row: {
  contract_id: string
  order_no: string
  line_id: string | null
  details: unknown
}): string[] => {
  const { contract_id: contractId, order_no: orderNo, line_id: lineId, details } = row
  return [
    numberAad(orderNo),
    handoverNumberAad(contractId, orderNo),
    receiverAad(contractId, orderNo),
    ...fieldsIn(details),
    ...idsIn(details, 'deviceId').map(typedImeiAad),
    ...idsIn(details, 'claimId').map(storyAad),
    ...(lineId === null ? [] : [portInAad(contractId, lineId)]),
    ...optionCodes.flatMap((code) => [
      settingsAad(contractId, { code, lineId: undefined }),
      ...(lineId === null
        ? []
        : [settingsAad(contractId, { code, lineId }), chosenOptionAad(contractId, lineId, code)]),
    ]),
  ]
}

const formerLine = ({ line_id: lineId }: { line_id: string }) => [
  lineAad.number(lineId),
  lineAad.iccid(lineId),
  lineAad.nickname(lineId),
]

const tables = {
  account: sealedIn('account', {
    login_name_sealed: (row) => loginNameAad(row.account_id),
    profile_sealed: (row) => profileAad(row.account_id),
  }),
  session: sealedIn('session', { id_token_sealed: (row) => idTokenAad(row.session_hash) }),
  login_attempt: sealedIn('login_attempt', {
    verifier_sealed: (row) => attemptAad(row.attempt_hash),
  }),
  notice: sealedIn('notice', { body_sealed: (row) => noticeAad(row.account_id, row.notice_id) }),
  mail_message: sealedIn('mail_message', {
    body_sealed: (row) => mailAad.body(row.mail_id),
    content_sealed: (row) => mailAad.content(row.mail_id),
    address_sealed: (row) => mailAad.address(row.mail_id),
  }),
  kept_press: sealedIn('kept_press', { press_sealed: (row) => pressAad(row.account_id) }),
  profile_draft: sealedIn('profile_draft', {
    changes_sealed: (row) => draftAad(row.account_id),
  }),
  profile_edit: sealedIn('profile_edit', { changes_sealed: (row) => editAad(row.edit_no) }),
  contact_code: sealedIn('contact_code', {
    contact_sealed: (row) => codeContactAad(row.edit_no, row.place),
  }),
  contact_message: sealedIn('contact_message', {
    contact_sealed: (row) => contactMessageAad.contact(row.message_id),
    body_sealed: (row) => contactMessageAad.body(row.message_id),
  }),
  application: sealedIn('application', {
    answers_sealed: (row) => answersAad(row.application_id),
    card_sealed: (row) => applicationCardAad(row.application_id),
  }),
  application_visit: sealedIn('application_visit', {
    number_sealed: (row) => visitNumberAad(row.state_hash),
  }),
  application_link: sealedIn('application_link', {
    link_sealed: (row) => linkAad(row.code_hash),
  }),
  succession: sealedIn('succession', {
    answers_sealed: (row) => successionAad(row.succession_id),
    card_sealed: (row) => successionCardAad(row.succession_id),
    stop_sealed: (row) => stopAad(row.succession_id),
  }),
  succession_document: sealedIn('succession_document', {
    file_sealed: (row) => successionFileAad(row.document_id),
  }),
  option_period: sealedIn('option_period', {
    settings_sealed: ({ contract_id: contractId, option_code: code, line_id: lineId }) =>
      settingsAad(contractId, { code, lineId: lineId ?? undefined }),
    activation_sealed: (row) => fieldsIn(JSON.parse(row.activation_sealed ?? 'null')),
  }),
  payment_card: sealedIn('payment_card', { token_sealed: (row) => cardAad(row.contract_id) }),
  payment: sealedIn('payment', {
    partner_id_sealed: (row) => paymentPartnerAad(row.contract_id),
  }),
  line: sealedIn('line', {
    number_sealed: (row) => lineAad.number(row.line_id),
    iccid_sealed: (row) => lineAad.iccid(row.line_id),
    nickname_sealed: (row) => lineAad.nickname(row.line_id),
  }),
  line_version: sealedIn('line_version', { former: formerLine }),
  terminal: sealedIn('terminal', { imei_sealed: (row) => terminalImeiAad(row.device_id) }),
  covered_device: sealedIn('covered_device', {
    imei_sealed: (row) => coveredImeiAad(row.device_id),
  }),
  claim_photograph: sealedIn('claim_photograph', {
    picture_sealed: (row) => pictureAad(row.photograph_id),
    small_sealed: (row) => smallAad(row.photograph_id),
  }),
  contract_document: sealedIn('contract_document', {
    content_sealed: (row) => documentAad.content(row.doc_id),
    pdf_sealed: (row) => documentAad.pdf(row.doc_id),
  }),
  member_export_piece: sealedIn('member_export_piece', {
    piece_sealed: (row) => pieceAad(row.export_id, row.position),
  }),
  identity_check: sealedIn('identity_check', {
    expected_sealed: (row) => expectedAad(row.check_id),
  }),
  verified_identity: sealedIn('verified_identity', {
    identity_sealed: (row) => verifiedIdentityAad(row.account_id),
  }),
  invoice: sealedIn('invoice', { content_sealed: (row) => contentAad(row.invoice_id) }),
  invoice_print: sealedIn('invoice_print', {
    pdf_sealed: (row) => pdfAad(row.invoice_id, row.copy_number),
  }),
  call_record: sealedIn('call_record', { to_sealed: (row) => destinationAad(row.record_id) }),
  call_stray: sealedIn('call_stray', { record_sealed: recordAad }),
  call_fault: sealedIn('call_fault', { record_sealed: recordAad }),
  line_device: sealedIn('line_device', { imei_sealed: (row) => seenImeiAad(row.device_id) }),
  idempotency_key: sealedIn('idempotency_key', { answer_sealed: answerAad }),
  partner_link: sealedIn('partner_link', { partner_id_sealed: (row) => idAad(row.account_id) }),
  partner_link_attempt: sealedIn('partner_link_attempt', {
    checks_sealed: (row) => checksAad(row.state_hash),
    code_sealed: (row) => codeAad(row.state_hash),
  }),
  point_grant: sealedIn('point_grant', {
    partner_id_sealed: (row) => grantPartnerAad(row.contract_id),
  }),
  survey_answer: sealedIn('survey_answer', {
    answers_sealed: (row) => surveyAnswersAad(row.account_id, row.survey_id),
  }),
  calendar_link: sealedIn('calendar_link', {
    secret_sealed: (row) => calendarAad(row.contract_id),
  }),
  carrier_report: sealedIn('carrier_report', {
    facts_sealed: (row) => factsAad(row.exchange_id, row.event_id),
  }),
  carrier_exchange: sealedIn('carrier_exchange', {
    request: (row) => fieldsAad(row.exchange_id),
    answer: (row) => fieldsAad(row.exchange_id),
  }),
  procedure_order: sealedIn('procedure_order', { details: inOrder }),
} satisfies Record<SealedTable, SealedIn> & Record<string, SealedIn>

/** Every table with sealed values, in the order in which they are sealed anew. */
export const sealedTables: readonly SealedIn[] = Object.values(tables)
