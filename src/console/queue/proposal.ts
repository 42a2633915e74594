import { refuseField } from '#console/parts/refuse-field.ts'
import type { approvalApi } from '#protocol/console/approval.ts'
import type { RawInput } from '#protocol/endpoint.ts'
import { textOf } from '#portal/mypage/flow/keys.ts'
import { identityDocuments, identityMethods } from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'

type Proposal = RawInput<typeof approvalApi.consoleApprovalProposePost>['body']

/** What is proposed of an item: each operation has a body of its own. @throws ApiError VALIDATION_FAILED beside the field */
export function proposalOf(form: FormData): Proposal {
  const ref = textOf(form, 'ref')
  const said = { ticketNo: textOf(form, 'ticketNo'), reason: textOf(form, 'reason') }
  const reference = textOf(form, 'reference')
  switch (textOf(form, 'operation')) {
    case 'identityApproved':
      return { operation: 'identityApproved', ...said, checkId: ref, ...seenIn(form) }
    case 'successionAccepted':
      return { operation: 'successionAccepted', ...said, orderNo: ref }
    case 'lineUnfrozen': {
      const finding = textOf(form, 'finding')
      return { operation: 'lineUnfrozen', ...said, lineId: ref, finding }
    }
    case 'refundTransferred': {
      const transferredOn = textOf(form, 'transferredOn')
      const amountYen = textOf(form, 'amountYen')
      const accountEnd = textOf(form, 'accountEnd')
      const slip = { transferredOn, amountYen, reference, accountEnd }
      return { operation: 'refundTransferred', ...said, billId: ref, ...slip }
    }
    default: {
      const written = { writtenOn: textOf(form, 'writtenOn'), reference }
      const outcome = outcomes.find((one) => one === textOf(form, 'outcome'))
      if (outcome === undefined) throw refuseField('outcome', '書面の回答を選んでください。')
      return { operation: 'exchangeRecorded', ...said, exchangeId: ref, outcome, ...written }
    }
  }
}

const outcomes = ['accepted', 'rejected'] as const

/** The document that a person has seen; without a method, it is the one that the reader has read. */
function seenIn(form: FormData) {
  const chosen = textOf(form, 'method')
  if (chosen === '') return {}
  const method = namesOf(identityMethods).find((name) => name === chosen)
  const document = namesOf(identityDocuments).find((name) => name === textOf(form, 'document'))
  if (method === undefined) throw refuseField('method', '確認の方法を選んでください。')
  if (document === undefined) throw refuseField('document', '確認した書類を選んでください。')
  const number = textOf(form, 'number')
  if (number.trim() === '') throw refuseField('number', '書類の番号を入力してください。')
  return { seen: { method, document, number } }
}
