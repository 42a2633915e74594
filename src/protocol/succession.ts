import { namesOf } from '#vocabulary/state-words.ts'
import {
  relations,
  successionFileKinds,
  successionStateWords,
  successionSteps,
  successionRequests,
} from '#vocabulary/succession.ts'
import { z } from 'zod'
import { typedHolder } from './application-answers.ts'
import { holderFields } from './application-draft.ts'
import { typedOrderNo } from './application-status.ts'
import { accountEndpoint, visitorEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import {
  agreed,
  count,
  dateOrInstant,
  instant,
  masked,
  opaqueId,
  orderNo,
  ownPath,
  text,
  tokyoDate,
  tokyoMonth,
  typedPhoneNumber,
  webUrl,
} from './primitives.ts'
import { typedReading, withKana } from './typed-person.ts'

/** What is asked, each a form of its own. */
export const successionAnswers = {
  contract: z.object({
    step: z.literal('contract'),
    /** Of the person who has died: one of the contract's numbers, and by what the holder is known. */
    phone: typedPhoneNumber,
    lastNameKana: typedReading,
    firstNameKana: typedReading,
    birth: tokyoDate,
    diedOn: tokyoDate,
    relation: z.enum(relations, '亡くなった方との続柄を選んでください。'),
    wish: z.enum(successionRequests, '引き継ぐか、解約するかを選んでください。'),
  }),
  heir: withKana(z.object({ step: z.literal('heir'), ...typedHolder })),
} as const

const timeline = z.array(
  z.object({
    label: z.string(),
    state: z.enum(['done', 'current', 'coming', 'stopped']),
    at: dateOrInstant.optional(),
  }),
)

/** The state of a succession, for the person who asked for it. */
const statusFields = {
  state: z.enum(namesOf(successionStateWords)),
  stateLabel: z.string(),
  sentence: z.string(),
  orderNo: orderNo.optional(),
  submittedAt: instant.optional(),
  emailMasked: masked.optional(),
  /** What was asked for, and of which contract; the number is not whole, because no login is needed to read it. */
  requested: z.string().optional(),
  /** Which papers are asked for, in the words of our staff. */
  asked: z.string().optional(),
  /** When it is carried out, unless the holder stops it. */
  movesFrom: instant.optional(),
  /** Why it was not taken. */
  reason: z.string().optional(),
  timeline,
}

const succession = z
  .object({
    ...statusFields,
    state: z.enum(['none', ...namesOf(successionStateWords)]),
    /** Signed in to an account that holds a contract of its own: one person, one contract. */
    hasContract: z.boolean(),
    steps: z.array(
      z.object({ step: z.enum(successionSteps), label: z.string(), done: z.boolean() }),
    ),
    deceased: z
      .object({
        phone: z.string(),
        lastNameKana: z.string(),
        firstNameKana: z.string(),
        birth: tokyoDate,
        diedOn: tokyoDate,
        relation: z.enum(relations),
        wish: z.enum(successionRequests),
      })
      .optional(),
    heir: holderFields.optional(),
    /** What the form of the heir begins with: what is saved, else what the account knows. */
    heirKnown: holderFields.partial(),
    identity: identityCheck,
    card: z.object({ brand: z.string(), numberMasked: masked, expires: tokyoMonth }).optional(),
    documents: z.array(
      z.object({
        documentId: opaqueId,
        kind: z.enum(successionFileKinds),
        sizeBytes: count,
        addedAt: instant,
      }),
    ),
    /** Papers can be added and taken away. */
    takesDocuments: z.boolean(),
    canSubmit: z.boolean(),
    canWithdraw: z.boolean(),
    terms: z.object({ version: z.string(), path: ownPath }),
  })
  .meta({ id: 'Succession' })

const successionStop = z
  .object({
    orderNo,
    wish: z.enum(successionRequests),
    wishLabel: z.string(),
    /** `over`: taken back, refused or lapsed. */
    state: z.enum(['open', 'stopped', 'accepted', 'over']),
    submittedAt: instant,
    /** From when the contract takes no other procedure. */
    pausesFrom: instant.optional(),
    /** When the contract becomes the heir's, or its end is booked. */
    movesFrom: instant.optional(),
  })
  .meta({ id: 'SuccessionStop' })

/** Of the holder's messages; without one the contract of the session is meant. */
const stopLink = z.object({ t: text(100).optional() })

const successionStatus = z
  .object({ ...statusFields, orderNo, submittedAt: instant })
  .meta({ id: 'SuccessionStatus' })

export const successionApi = {
  successionGet: accountEndpoint('GET', '/api/order/succession', {
    summary: '承継（ご契約者が亡くなったとき）の入力内容と状況',
    result: succession,
  }),

  successionPut: accountEndpoint('PUT', '/api/order/succession', {
    limit: 'applicationSteps',
    countsAbout: 'successionNumbers',
    summary: '承継の1つの項目を保存する',
    body: z.discriminatedUnion('step', [successionAnswers.contract, successionAnswers.heir]),
    result: z.object({ saved: z.boolean() }),
    errors: [
      'SUCCESSION_NOT_FOUND',
      'SUCCESSION_NONE',
      'SUCCESSION_UNDER_WAY',
      'SUCCESSION_AT_DESK',
      'HEIR_HAS_CONTRACT',
      'HOLDER_UNDER_AGE',
    ],
  }),

  successionDelete: accountEndpoint('DELETE', '/api/order/succession', {
    summary: '承継の入力をやめて、入力した内容と書類を削除する',
    result: z.object({ deleted: z.boolean() }),
  }),

  successionIdentityPost: accountEndpoint('POST', '/api/order/succession/identity', {
    limit: 'applicationChecks',
    summary: '引き継ぐ方の本人確認（ICチップの読み取り）を始める、やり直す',
    body: z.object({ back: ownPath }),
    result: identityCheck.extend({ startUrl: webUrl }),
    errors: ['SUCCESSION_NONE', 'SUCCESSION_INCOMPLETE', 'IDENTITY_EXPIRED'],
  }),

  successionCardPost: accountEndpoint('POST', '/api/order/succession/card', {
    limit: 'applicationChecks',
    summary: '引き継ぐ方のカードを、カード会社のページで登録する',
    body: z.object({ back: ownPath }),
    result: z.object({ updateUrl: webUrl }),
    errors: ['SUCCESSION_NONE'],
  }),

  successionDocumentDelete: accountEndpoint('DELETE', '/api/order/succession/document', {
    summary: '送る前の書類を1つ削除する',
    query: z.object({ documentId: opaqueId }),
    result: z.object({ deleted: z.boolean() }),
    errors: ['SUCCESSION_NONE', 'SUCCESSION_CLOSED'],
  }),

  successionDocumentPost: accountEndpoint('POST', '/api/order/succession/document', {
    summary: 'お願いした書類を送り終えたことを伝える',
    body: z.object({ orderNo }),
    result: successionStatus,
    errors: ['SUCCESSION_CLOSED', 'SUCCESSION_FILE_MISSING'],
  }),

  successionSubmitPost: accountEndpoint('POST', '/api/order/succession/submit', {
    limit: 'purchases',
    summary: '確認のうえ、承継を申し込む',
    body: z.object({ termsVersion: text(40), agreed }),
    result: successionStatus,
    errors: [
      'SUCCESSION_NONE',
      'SUCCESSION_INCOMPLETE',
      'SUCCESSION_NOT_FOUND',
      'SUCCESSION_UNDER_WAY',
      'SUCCESSION_AT_DESK',
      'HEIR_HAS_CONTRACT',
      'TERMS_OUTDATED',
    ],
  }),

  successionWithdrawPost: accountEndpoint('POST', '/api/order/succession/withdraw', {
    summary: '承継の申し込みを取り下げる',
    body: z.object({ orderNo }),
    result: successionStatus,
    errors: ['SUCCESSION_CLOSED'],
  }),

  successionStatusPost: visitorEndpoint('POST', '/api/order/succession/status', {
    limit: 'applicationLookups',
    countsAbout: 'orderNumbers',
    summary: '承継の状況（受付番号と、お手続きをした方の生年月日で）',
    body: z.object({ orderNo: typedOrderNo('SC', '受付番号'), birth: tokyoDate }),
    result: successionStatus,
    errors: ['SUCCESSION_UNKNOWN'],
  }),

  successionStopGet: visitorEndpoint('GET', '/api/order/succession/stop', {
    limit: 'attempts',
    summary: 'ご契約者にお知らせした承継のお申し出（お知らせのリンクから、またはログインして）',
    query: stopLink,
    result: successionStop,
  }),

  /** Asks for no login and no proof: whoever fears a stranger must be able to act at once. */
  successionStopPost: visitorEndpoint('POST', '/api/order/succession/stop', {
    limit: 'attempts',
    summary: '承継のお申し出を、ご契約者が止める',
    body: stopLink,
    result: successionStop,
  }),
}
