import { courses } from '#vocabulary/line.ts'
import { paperStateWords } from '#vocabulary/states/paper.ts'
import { contractStateWords } from '#vocabulary/states/contract.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { optionCode } from './catalogue.ts'
import { memberEndpoint } from './endpoint.ts'
import { optionState } from './option.ts'
import { line, suspensionReason } from './line.ts'
import {
  bytes,
  deviceId,
  documentId,
  instant,
  lineId,
  masked,
  orderNo,
  ownPath,
  tokyoDate,
  yen,
} from './primitives.ts'
import {
  confirmed,
  estimate,
  lineName,
  operation,
  orderedOperation,
  planCode,
  receipt,
  why,
} from './procedure.ts'

const contractStatus = z.enum(namesOf(contractStateWords)).meta({ id: 'ContractStatus' })

const paperState = z.enum(namesOf(paperStateWords)).meta({ id: 'PaperState' })

export const contractApi = {
  contractGet: memberEndpoint('GET', '/api/contract', {
    spec: '7.2 Contract',
    scope: 'contract:read',
    summary: 'ご契約の内容',
    result: z
      .object({
        plan: planCode,
        planName: z.string(),
        baseBytes: bytes,
        lines: z.array(line),
        course: z.enum(courses),
        startedOn: tokyoDate.optional(),
        endsOn: tokyoDate.optional(),
        status: contractStatus,
        statusLabel: z.string(),
        suspensionReason: suspensionReason.optional(),
        /** Somebody says that the holder has died, and it is not decided yet: since when. */
        successionAskedAt: instant.optional(),
        /** One full month at today’s rates, tax included, before calls and messages. */
        monthlyYen: yen,
        bookedChanges: z.array(
          z.object({
            orderNo,
            operation: orderedOperation,
            title: z.string(),
            effectiveOn: tokyoDate,
            undoUntil: instant.optional(),
            path: ownPath,
          }),
        ),
        options: z.array(
          z.object({
            optionCode,
            name: z.string(),
            line: lineName.optional(),
            state: optionState,
            endsOn: tokyoDate.optional(),
          }),
        ),
      })
      .meta({ id: 'Contract' }),
  }),

  contractChangeStatusGet: memberEndpoint('GET', '/api/contract_change_status', {
    spec: '7.2 Contract',
    scope: 'lines:read',
    summary: '手続きごと・回線ごとに、いま申し込めるか、できないときはその理由',
    query: z.object({ lineId: lineId.optional() }),
    result: z
      .object({
        operations: z.array(
          z.object({ operation, label: z.string(), lineId: lineId.optional(), ...why.shape }),
        ),
        asOf: instant,
      })
      .meta({ id: 'ContractChangeStatus' }),
  }),

  contractTerminalNoticeGet: memberEndpoint('GET', '/api/contract_terminal/notice', {
    spec: '7.2 Contract',
    summary: '端末の購入と分割払いの内容',
    result: z.object({
      terminals: z.array(
        z
          .object({
            deviceId,
            device: z.string(),
            imeiMasked: masked,
            purchasedOn: tokyoDate,
            priceYen: yen,
            instalments: z
              .object({
                count: z.int(),
                paid: z.int(),
                remaining: z.int(),
                monthlyYen: yen,
                remainingYen: yen,
                nextOn: tokyoDate.optional(),
              })
              .optional(),
            warrantyUntil: tokyoDate.optional(),
            notice: z.string().optional(),
          })
          .meta({ id: 'Terminal' }),
      ),
    }),
  }),

  contractDetailStatusGet: memberEndpoint('GET', '/api/contract_detail/status', {
    spec: '7.2 Contract',
    summary: '契約書面の一覧',
    result: z.object({
      documents: z.array(
        z
          .object({
            docId: documentId,
            kind: z.enum(['new', 'change']),
            title: z.string(),
            version: z.string(),
            /** Of the PDF’s bytes, so that a copy can be checked. */
            sha256: z.string().regex(/^[0-9a-f]{64}$/u),
            sizeBytes: bytes,
            issuedAt: instant,
            viewedAt: instant.optional(),
            /** Kept until three months after the contract has ended. */
            keptUntil: tokyoDate.optional(),
            url: ownPath,
            orderNo: orderNo.optional(),
          })
          .meta({ id: 'ContractDocument' }),
      ),
    }),
    errors: ['DOCUMENT_NOT_READY'],
  }),

  contractDetailPaperAvailableGet: memberEndpoint('GET', '/api/contract_detail/paper_available', {
    spec: '7.2 Contract',
    summary: '契約書面の郵送を頼めるか、その手数料',
    query: z.object({ docId: documentId }),
    result: estimate.extend({
      docId: documentId,
      title: z.string(),
      addressMasked: masked,
      expectedOn: tokyoDate,
    }),
    errors: ['DOCUMENT_NOT_READY'],
  }),

  contractDetailPaperStatusGet: memberEndpoint('GET', '/api/contract_detail/paper_status', {
    spec: '7.2 Contract',
    summary: '郵送を頼んだ契約書面の状況',
    result: z.object({
      papers: z.array(
        z
          .object({
            orderNo,
            docId: documentId,
            title: z.string(),
            state: paperState,
            stateLabel: z.string(),
            orderedAt: instant,
            shippedOn: tokyoDate.optional(),
            trackingNo: z.string().optional(),
            expectedOn: tokyoDate.optional(),
            feeYen: yen,
          })
          .meta({ id: 'PaperOrder' }),
      ),
    }),
  }),

  contractDetailReservePost: memberEndpoint('POST', '/api/contract_detail/reserve', {
    spec: '7.2 Contract',
    limit: 'purchases',
    summary: '契約書面の郵送を頼む',
    body: z.object({ ...confirmed, docId: documentId }),
    result: receipt,
    errors: [
      'PAPER_ALREADY_ORDERED',
      'SUCCESSION_OPEN',
      'DOCUMENT_NOT_READY',
      'CONDITIONS_CHANGED',
      'CHARACTER_NOT_PRINTABLE',
    ],
  }),
}
