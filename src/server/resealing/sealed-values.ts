import { codeContactPlace } from '#backend/account/codes.ts'
import { draftPlace } from '#backend/account/drafts.ts'
import { pressPlace } from '#backend/hold/kept-press.ts'
import { editPlace } from '#backend/account/edits.ts'
import { linkPlace } from '#backend/application/links.ts'
import { numberPlace as visitNumberPlace } from '#backend/application/one-stop.ts'
import { answersPlace } from '#backend/application/rows.ts'
import { applicationCardPlace } from '#backend/application/card.ts'
import { cardPlace, partnerPlace as paymentPartnerPlace } from '#backend/billing/public.ts'
import { successionCardPlace } from '#backend/succession/card.ts'
import { fieldsPlace } from '#backend/carrier/exchange.ts'
import { factsPlace } from '#backend/carrier/reports.ts'
import { linePlace } from '#backend/contract/line-mapping.ts'
import { imeiPlace as terminalImeiPlace } from '#backend/contract/terminals.ts'
import { calendarPlace } from '#backend/deadline/calendar.ts'
import {
  imeiPlace as coveredImeiPlace,
  picturePlace,
  smallPlace,
  storyPlace,
  typedImeiPlace,
} from '#backend/device/store.ts'
import { documentPlace } from '#backend/document/issue.ts'
import { piecePlace } from '#backend/export/gather.ts'
import { numberPlace as handoverNumberPlace, receiverPlace } from '#backend/handover/details.ts'
import { loginNamePlace, profilePlace } from '#backend/holder.ts'
import { answerPlace } from '#backend/idempotency.ts'
import { expectedPlace } from '#backend/identity/service.ts'
import { contentPlace } from '#backend/invoice/content.ts'
import { pdfPlace } from '#backend/invoice/prints.ts'
import { destinationPlace, recordPlace } from '#backend/line/call/records.ts'
import { imeiPlace as seenImeiPlace } from '#backend/line/device.ts'
import { contactMessagePlace } from '#backend/mail/contact-messages.ts'
import { mailPlace, noticePlace } from '#backend/mail/outbox.ts'
import { settingsPlace } from '#backend/option/public.ts'
import { checksPlace, codePlace, idPlace } from '#backend/partner/links.ts'
import { surveyAnswersPlace } from '#backend/partner/survey-service.ts'
import { idTokenPlace } from '#backend/login/sessions.ts'
import { partnerPlace as grantPartnerPlace } from '#backend/point/grant-rows.ts'
import { numberPlace } from '#backend/port-out/details.ts'
import { chosenOptionPlace, portInPlace } from '#backend/sim/public.ts'
import { filePlace as successionFilePlace } from '#backend/succession/documents.ts'
import { successionPlace } from '#backend/succession/rows.ts'
import { stopPlace } from '#backend/succession/stop.ts'
import { verifiedIdentityPlace } from '#backend/verified-identity.ts'
import { optionCodes } from '#vocabulary/option.ts'
import { attemptPlace } from '../session/auth-routes.ts'
import { sealedIn, type SealedIn, type SealedTable } from './sealed-in.ts'

/** Ids that stand in JSON beside what was sealed for them: `"exchangeId": "cx_…"`. */
const idsIn = (json: unknown, name: string): string[] =>
  [...JSON.stringify(json ?? null).matchAll(new RegExp(`"${name}":"([^"]*)"`, 'g'))].flatMap(
    ([, id]) => id ?? [],
  )

const fieldsIn = (json: unknown) => idsIn(json, 'exchangeId').map(fieldsPlace)

/** What procedures seal in the details of their orders. */
const inOrder = (row: {
  contract_id: string
  order_no: string
  line_id: string | null
  details: unknown
}): string[] => {
  const { contract_id: contractId, order_no: orderNo, line_id: lineId, details } = row
  return [
    numberPlace(orderNo),
    handoverNumberPlace(contractId, orderNo),
    receiverPlace(contractId, orderNo),
    ...fieldsIn(details),
    ...idsIn(details, 'deviceId').map(typedImeiPlace),
    ...idsIn(details, 'claimId').map(storyPlace),
    ...(lineId === null ? [] : [portInPlace(contractId, lineId)]),
    ...optionCodes.flatMap((code) => [
      settingsPlace(contractId, { code, lineId: undefined }),
      ...(lineId === null
        ? []
        : [
            settingsPlace(contractId, { code, lineId }),
            chosenOptionPlace(contractId, lineId, code),
          ]),
    ]),
  ]
}

const formerLine = ({ line_id: lineId }: { line_id: string }) => [
  linePlace.number(lineId),
  linePlace.iccid(lineId),
  linePlace.nickname(lineId),
]

const tables = {
  account: sealedIn('account', {
    login_name_sealed: (row) => loginNamePlace(row.account_id),
    profile_sealed: (row) => profilePlace(row.account_id),
  }),
  session: sealedIn('session', { id_token_sealed: (row) => idTokenPlace(row.session_hash) }),
  login_attempt: sealedIn('login_attempt', {
    verifier_sealed: (row) => attemptPlace(row.attempt_hash),
  }),
  notice: sealedIn('notice', { body_sealed: (row) => noticePlace(row.account_id, row.notice_id) }),
  mail_message: sealedIn('mail_message', {
    body_sealed: (row) => mailPlace.body(row.mail_id),
    content_sealed: (row) => mailPlace.content(row.mail_id),
    address_sealed: (row) => mailPlace.address(row.mail_id),
  }),
  kept_press: sealedIn('kept_press', { press_sealed: (row) => pressPlace(row.account_id) }),
  profile_draft: sealedIn('profile_draft', {
    changes_sealed: (row) => draftPlace(row.account_id),
  }),
  profile_edit: sealedIn('profile_edit', { changes_sealed: (row) => editPlace(row.edit_no) }),
  contact_code: sealedIn('contact_code', {
    contact_sealed: (row) => codeContactPlace(row.edit_no, row.place),
  }),
  contact_message: sealedIn('contact_message', {
    contact_sealed: (row) => contactMessagePlace.contact(row.message_id),
    body_sealed: (row) => contactMessagePlace.body(row.message_id),
  }),
  application: sealedIn('application', {
    answers_sealed: (row) => answersPlace(row.application_id),
    card_sealed: (row) => applicationCardPlace(row.application_id),
  }),
  application_visit: sealedIn('application_visit', {
    number_sealed: (row) => visitNumberPlace(row.state_hash),
  }),
  application_link: sealedIn('application_link', {
    link_sealed: (row) => linkPlace(row.code_hash),
  }),
  succession: sealedIn('succession', {
    answers_sealed: (row) => successionPlace(row.succession_id),
    card_sealed: (row) => successionCardPlace(row.succession_id),
    stop_sealed: (row) => stopPlace(row.succession_id),
  }),
  succession_document: sealedIn('succession_document', {
    file_sealed: (row) => successionFilePlace(row.document_id),
  }),
  option_period: sealedIn('option_period', {
    settings_sealed: ({ contract_id: contractId, option_code: code, line_id: lineId }) =>
      settingsPlace(contractId, { code, lineId: lineId ?? undefined }),
    activation_sealed: (row) => fieldsIn(JSON.parse(row.activation_sealed ?? 'null')),
  }),
  payment_card: sealedIn('payment_card', { token_sealed: (row) => cardPlace(row.contract_id) }),
  payment: sealedIn('payment', {
    partner_id_sealed: (row) => paymentPartnerPlace(row.contract_id),
  }),
  line: sealedIn('line', {
    number_sealed: (row) => linePlace.number(row.line_id),
    iccid_sealed: (row) => linePlace.iccid(row.line_id),
    nickname_sealed: (row) => linePlace.nickname(row.line_id),
  }),
  line_version: sealedIn('line_version', { former: formerLine }),
  terminal: sealedIn('terminal', { imei_sealed: (row) => terminalImeiPlace(row.device_id) }),
  covered_device: sealedIn('covered_device', {
    imei_sealed: (row) => coveredImeiPlace(row.device_id),
  }),
  claim_photograph: sealedIn('claim_photograph', {
    picture_sealed: (row) => picturePlace(row.photograph_id),
    small_sealed: (row) => smallPlace(row.photograph_id),
  }),
  contract_document: sealedIn('contract_document', {
    content_sealed: (row) => documentPlace.content(row.doc_id),
    pdf_sealed: (row) => documentPlace.pdf(row.doc_id),
  }),
  member_export_piece: sealedIn('member_export_piece', {
    piece_sealed: (row) => piecePlace(row.export_id, row.position),
  }),
  identity_check: sealedIn('identity_check', {
    expected_sealed: (row) => expectedPlace(row.check_id),
  }),
  verified_identity: sealedIn('verified_identity', {
    identity_sealed: (row) => verifiedIdentityPlace(row.account_id),
  }),
  invoice: sealedIn('invoice', { content_sealed: (row) => contentPlace(row.invoice_id) }),
  invoice_print: sealedIn('invoice_print', {
    pdf_sealed: (row) => pdfPlace(row.invoice_id, row.copy_number),
  }),
  call_record: sealedIn('call_record', { to_sealed: (row) => destinationPlace(row.record_id) }),
  call_stray: sealedIn('call_stray', { record_sealed: recordPlace }),
  call_fault: sealedIn('call_fault', { record_sealed: recordPlace }),
  line_device: sealedIn('line_device', { imei_sealed: (row) => seenImeiPlace(row.device_id) }),
  idempotency_key: sealedIn('idempotency_key', { answer_sealed: answerPlace }),
  partner_link: sealedIn('partner_link', { partner_id_sealed: (row) => idPlace(row.account_id) }),
  partner_link_attempt: sealedIn('partner_link_attempt', {
    checks_sealed: (row) => checksPlace(row.state_hash),
    code_sealed: (row) => codePlace(row.state_hash),
  }),
  point_grant: sealedIn('point_grant', {
    partner_id_sealed: (row) => grantPartnerPlace(row.contract_id),
  }),
  survey_answer: sealedIn('survey_answer', {
    answers_sealed: (row) => surveyAnswersPlace(row.account_id, row.survey_id),
  }),
  calendar_link: sealedIn('calendar_link', {
    secret_sealed: (row) => calendarPlace(row.contract_id),
  }),
  carrier_report: sealedIn('carrier_report', {
    facts_sealed: (row) => factsPlace(row.exchange_id, row.event_id),
  }),
  carrier_exchange: sealedIn('carrier_exchange', {
    request: (row) => fieldsPlace(row.exchange_id),
    answer: (row) => fieldsPlace(row.exchange_id),
  }),
  procedure_order: sealedIn('procedure_order', { details: inOrder }),
} satisfies Record<SealedTable, SealedIn> & Record<string, SealedIn>

/** Every table with sealed values, in the order in which they are sealed anew. */
export const sealedTables: readonly SealedIn[] = Object.values(tables)
