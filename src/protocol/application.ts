import { z } from 'zod'
import { orderPages } from '#vocabulary/site-pages.ts'
import { applicationAnswers, lineNo } from './application-answers.ts'
import { application, applicationQuote, applicationSaved } from './application-draft.ts'
import { applicationReceipt, applicationStatus, typedOrderNo } from './application-status.ts'
import { optionCode } from './catalogue.ts'
import { accountEndpoint, visitorEndpoint } from './endpoint.ts'
import { pressSchema } from './hold.ts'
import { identityCheck } from './identity.ts'
import {
  agreed,
  count,
  instant,
  masked,
  opaqueId,
  orderNo,
  ownPath,
  queryList,
  queryNumber,
  text,
  tokyoDate,
  typedEmail,
  webUrl,
} from './primitives.ts'
import { simKind } from './procedure.ts'
import { simApi } from './sim.ts'

const stepRefusals = [
  'APPLICATION_NONE',
  'APPLICATION_CHANGED',
  'APPLICATION_SUBMITTED',
  'APPLICATION_INCOMPLETE',
  'ACCOUNT_HAS_CONTRACT',
] as const

export const applicationApi = {
  applicationGet: visitorEndpoint('GET', '/api/order/application', {
    summary: '入力中のお申し込み',
    result: application,
  }),

  applicationPut: visitorEndpoint('PUT', '/api/order/application', {
    limit: 'applicationSteps',
    countsAbout: 'handoverNumbers',
    summary: 'お申し込みの1つの項目を保存する',
    body: z.discriminatedUnion('step', [
      applicationAnswers.plan,
      applicationAnswers.kind,
      applicationAnswers.sim,
      applicationAnswers.number,
      applicationAnswers.user,
      applicationAnswers.options,
      applicationAnswers.holder,
      applicationAnswers.terms,
    ]),
    result: applicationSaved,
    errors: [
      ...stepRefusals,
      'HOLDER_UNDER_AGE',
      'NUMBER_NOT_PORTABLE',
      'NUMBER_REPEATED',
      'EID_REPEATED',
      'PORT_IN_EXPIRES_SOON',
      'PLAN_NOT_ON_SALE',
      'PLAN_NOT_SHAREABLE',
      'LINE_LIMIT_REACHED',
      'OPTION_NOT_FOR_LINE_KIND',
      'OPTION_EXCLUDED',
      'TERMS_OUTDATED',
      'HANDOVER_UNKNOWN',
      'HANDOVER_OTHER_PERSON',
      'HANDOVER_ALONE',
    ],
  }),

  applicationDelete: visitorEndpoint('DELETE', '/api/order/application', {
    summary: 'お申し込みをやめて、入力した内容を削除する',
    result: z.object({ deleted: z.boolean() }),
    errors: ['APPLICATION_SUBMITTED'],
  }),

  applicationPressPost: visitorEndpoint('POST', '/api/order/application/press', {
    limit: 'applicationSteps',
    summary: 'ログインが切れているあいだ、お申し込みで押した内容を預かる',
    body: pressSchema
      .omit({ proof: true })
      .refine(({ path }) => path.startsWith(`${orderPages.apply}/`), { path: ['path'] }),
    result: z.object({ kept: z.boolean() }),
  }),

  applicationLinkPost: visitorEndpoint('POST', '/api/order/application/link', {
    limit: 'applicationMails',
    countsAbout: 'recipients',
    summary: 'ほかの端末で続きから入力するためのリンクをメールで受け取る',
    body: z.object({ email: typedEmail }),
    result: z.object({ sentToMasked: masked, expiresAt: instant }),
    errors: ['APPLICATION_NONE', 'APPLICATION_SUBMITTED', 'APPLICATION_LINK_SENT'],
  }),

  applicationResumePost: visitorEndpoint('POST', '/api/order/application/resume', {
    limit: 'attempts',
    summary: 'メールのリンクから続きを入力する',
    body: z.object({ code: text(100) }),
    result: applicationSaved.required(),
    errors: ['APPLICATION_LINK_UNUSABLE'],
  }),

  applicationOneStopPost: visitorEndpoint('POST', '/api/order/application/one_stop', {
    limit: 'applicationChecks',
    summary: 'いまの会社のページで、電話番号を移す手続きを始める',
    body: z.object({ line: lineNo, back: ownPath }),
    result: z.object({ startUrl: webUrl }),
    errors: [...stepRefusals, 'NUMBER_NOT_PORTABLE'],
  }),

  applicationIdentityPost: accountEndpoint('POST', '/api/order/application/identity', {
    limit: 'applicationChecks',
    summary: 'お申し込みの本人確認（ICチップの読み取り）を始める、やり直す',
    body: z.object({ back: ownPath }),
    result: identityCheck.extend({ startUrl: webUrl }),
    errors: [...stepRefusals, 'IDENTITY_EXPIRED'],
  }),

  applicationCardPost: accountEndpoint('POST', '/api/order/application/card', {
    limit: 'applicationChecks',
    summary: 'お支払いに使うカードを、カード会社のページで登録する',
    body: z.object({ back: ownPath }),
    result: z.object({ updateUrl: webUrl }),
    errors: stepRefusals,
  }),

  applicationTermsGet: visitorEndpoint('GET', '/api/order/application/terms', {
    summary: 'お申し込みの前に読む重要事項',
    result: simApi.simAddContractGet.result,
  }),

  applicationQuoteGet: visitorEndpoint('GET', '/api/order/application/quote', {
    summary: 'お申し込みの料金（最初にかかる費用、毎月の料金、最初の3回の請求）',
    query: z.object({
      plan: queryNumber(1, 999),
      /** One for each line, the first line first. */
      kind: queryList(simKind, 10),
      /** Taken by every line whose kind it fits. */
      option: queryList(optionCode, 20).optional(),
    }),
    result: applicationQuote,
    errors: [
      'NO_LINES',
      'LINE_LIMIT_REACHED',
      'PLAN_NOT_SHAREABLE',
      'PLAN_NOT_ON_SALE',
      'OPTION_NOT_FOR_LINE_KIND',
    ],
  }),

  applicationSubmitPost: accountEndpoint('POST', '/api/order/application/submit', {
    limit: 'purchases',
    summary: '最終確認のうえ、申し込む',
    body: z.object({
      /** Of the conclusion that was shown. */
      conditions: opaqueId,
      agreed,
      version: count,
    }),
    result: applicationReceipt,
    errors: [
      ...stepRefusals,
      'APPLICATION_UNDER_WAY',
      'PERSON_HAS_CONTRACT',
      'CONDITIONS_CHANGED',
      'TERMS_OUTDATED',
      'ONE_STOP_NOT_DONE',
      'IDENTITY_NOT_DONE',
      'CARD_NOT_REGISTERED',
      'EID_IN_USE',
      'HANDOVER_UNKNOWN',
      'HANDOVER_OTHER_PERSON',
      'HANDOVER_ALONE',
    ],
  }),

  applicationStatusPost: visitorEndpoint('POST', '/api/order/application/status', {
    limit: 'applicationLookups',
    countsAbout: 'orderNumbers',
    summary: 'お申し込みの状況（申込番号と生年月日で）',
    body: z.object({ orderNo: typedOrderNo('AP', '申込番号'), birth: tokyoDate }),
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN'],
  }),

  applicationStatusGet: accountEndpoint('GET', '/api/order/application/status', {
    summary: 'ログインしているアカウントの、最後のお申し込みの状況',
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN'],
  }),

  applicationWithdrawPost: accountEndpoint('POST', '/api/order/application/withdraw', {
    summary: '発送の前のお申し込みを取り消す',
    body: z.object({ orderNo }),
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN', 'APPLICATION_NOT_WITHDRAWABLE'],
  }),
}
