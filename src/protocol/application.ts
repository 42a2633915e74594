import {
  applicationStateWords,
  applicationSteps,
  genders,
  lineUsers,
  numberSources,
} from '#vocabulary/application.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { profileChanges } from './account.ts'
import { optionCode } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { errorCode } from './errors.ts'
import { identityCheck } from './identity.ts'
import {
  agreed,
  bytes,
  count,
  dateOrInstant,
  forwardTo,
  instant,
  masked,
  opaqueId,
  optionalText,
  orderNo,
  ownPath,
  queryList,
  queryNumber,
  reservationNo,
  text,
  tokyoDate,
  tokyoMonth,
  typedDigits,
  typedEid,
  typedEmail,
  typedPhoneNumber,
  webUrl,
} from './primitives.ts'
import { charge, planCode, simKind, simSize, totals } from './procedure.ts'
import { simApi } from './sim.ts'

/** A contract has up to three lines; they are counted from 1. */
const lineNo = z.int('回線を選んでください。').min(1).max(3)

const step = z.enum(applicationSteps).meta({ id: 'ApplicationStep' })

/** Only numbers of mobile phones are brought along. */
const portedNumber = typedDigits().pipe(
  z
    .string()
    .regex(
      /^0[6789]0\d{8}$/u,
      '移す電話番号を、060・070・080・090で始まる11桁で入力してください。',
    ),
)

/** The version of the application that the page was made from: what another tab saved meanwhile is not overwritten. */
const shown = { version: count }
const ofLine = { ...shown, line: lineNo }

/** One step's answers, each a form of its own. What a later step makes invalid is kept and asked again. */
export const applicationAnswers = {
  plan: z.object({
    step: z.literal('plan'),
    ...shown,
    plan: planCode,
    lines: z.int('回線数を選んでください。').min(1).max(3),
    /** Carried over from the fee simulator: kinds of the lines, the first line first. */
    kinds: z.array(simKind).max(3).optional(),
  }),
  kind: z.object({ step: z.literal('kind'), ...ofLine, kind: simKind }),
  sim: z
    .object({ step: z.literal('sim'), ...ofLine, size: simSize, eid: typedEid.optional() })
    .refine(({ size, eid }) => size !== 'esim' || eid !== undefined, {
      path: ['eid'],
      error: 'eSIMには端末のEID（32桁）が必要です。端末の設定画面で確認して入力してください。',
    }),
  number: z
    .object({
      step: z.literal('number'),
      ...ofLine,
      by: z.enum(numberSources, '電話番号を選んでください。'),
      number: portedNumber.optional(),
      reservationNo: reservationNo.optional(),
      /** The last day on which the reservation number is valid. */
      lastDay: tokyoDate.optional(),
    })
    .refine(({ by, number }) => by === 'new' || number !== undefined, {
      path: ['number'],
      error: '移す電話番号を入力してください。',
    })
    .refine(({ by, reservationNo: no }) => by !== 'reservation' || no !== undefined, {
      path: ['reservationNo'],
      error: 'MNP予約番号を10桁の数字で入力してください。',
    })
    .refine(({ by, lastDay }) => by !== 'reservation' || lastDay !== undefined, {
      path: ['lastDay'],
      error: 'MNP予約番号の有効期限を入力してください。',
    }),
  user: z
    .object({
      step: z.literal('user'),
      ...ofLine,
      user: z.enum(lineUsers, '使う方を選んでください。'),
      /** Of a user who is not the holder: under 18 filtering is joined. */
      birth: tokyoDate.optional(),
      nickname: optionalText(20).optional(),
    })
    .refine(({ user, birth }) => user === 'holder' || birth !== undefined, {
      path: ['birth'],
      error: '使う方の生年月日を入力してください。',
    }),
  options: z.object({
    step: z.literal('options'),
    ...shown,
    /** `line` where the option belongs to a line; none chosen is an empty list. */
    options: z.array(z.object({ line: lineNo.optional(), optionCode })).max(30),
    /** Where calls are forwarded to, by line; only with the option that asks. */
    forwardTo1: forwardTo.optional(),
    forwardTo2: forwardTo.optional(),
    forwardTo3: forwardTo.optional(),
  }),
  holder: z.object({
    step: z.literal('holder'),
    ...shown,
    ...profileChanges.required().shape,
    birth: tokyoDate,
    gender: z.enum(genders, '性別を選んでください。'),
    phone: typedPhoneNumber,
    email: typedEmail,
  }),
  terms: z.object({
    step: z.literal('terms'),
    ...shown,
    termsVersion: text(40),
    agreed,
  }),
} as const

/** A step of the way, and what stands between it and being done. */
const stepOnTheWay = z
  .object({
    step,
    /** Of steps asked once a line. */
    line: lineNo.optional(),
    label: z.string(),
    done: z.boolean(),
    /** Answered, but not valid any more, or refused outside. */
    problem: z.object({ code: errorCode, message: z.string() }).optional(),
  })
  .meta({ id: 'ApplicationStepState' })

const place = z.object({ step, line: lineNo.optional() })

/** What it costs, by the functions of the fee simulator and of the bill. */
export const applicationQuote = z
  .object({
    on: tokyoDate,
    plan: planCode,
    planName: z.string(),
    baseBytes: bytes,
    /** Once, at the start. */
    oneOff: totals,
    /** An ordinary, full month. */
    monthly: totals,
    /** The month's charges line by line; those of the contract without `line`. */
    byLine: z.array(z.object({ line: lineNo.optional(), charges: z.array(charge) })),
    /** The first day of use that the first bills are reckoned from. */
    startsOn: tokyoDate,
    /** This month's bill prorated from `startsOn`, and the two after it. */
    firstBills: z.array(z.object({ month: tokyoMonth, chargeOn: tokyoDate, totals })),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ApplicationQuote' })

const oneStop = z.object({
  state: z.enum(['waiting', 'done', 'cancelled']),
  /** Until when the old carrier's consent holds. */
  lastDay: tokyoDate.optional(),
})

const answeredLine = z.object({
  line: lineNo,
  kind: simKind.optional(),
  size: simSize.optional(),
  eid: z.string().optional(),
  by: z.enum(numberSources).optional(),
  number: z.string().optional(),
  reservationNo: z.string().optional(),
  lastDay: tokyoDate.optional(),
  oneStop: oneStop.optional(),
  user: z.enum(lineUsers).optional(),
  birth: tokyoDate.optional(),
  nickname: z.string().optional(),
  /** Of a user who is under 18 today: filtering is joined. */
  under18: z.boolean(),
})

const holderFields = z.object({
  lastName: z.string(),
  firstName: z.string(),
  lastNameKana: z.string(),
  firstNameKana: z.string(),
  birth: z.string(),
  gender: z.string(),
  zipCode: z.string(),
  region: z.string(),
  locality: z.string(),
  street: z.string(),
  phone: z.string(),
  email: z.string(),
})

const application = z
  .object({
    state: z.enum(['none', ...namesOf(applicationStateWords)]),
    stateLabel: z.string(),
    version: count,
    /** The visitor's own words, unmasked; those of an account are not shown until one has signed in to it. */
    answers: z.object({
      plan: planCode.optional(),
      lines: z.array(answeredLine),
      options: z
        .array(
          z.object({
            line: lineNo.optional(),
            optionCode,
            name: z.string(),
            forwardTo: z.string().optional(),
          }),
        )
        .optional(),
      holder: holderFields.optional(),
      terms: z.object({ version: z.string(), agreedAt: instant }).optional(),
    }),
    /** What the holder's form begins with: what is saved, else what the account knows. */
    holderKnown: holderFields.partial(),
    /** All that is asked of this application, in order. */
    steps: z.array(stepOnTheWay),
    /** The first that is not done. */
    next: place,
    quote: applicationQuote.optional(),
    account: z.object({
      signedIn: z.boolean(),
      /** Another account, or none, is signed in than the one this application belongs to. */
      signInAgain: z.boolean(),
      hasContract: z.boolean(),
      emailMasked: masked.optional(),
    }),
    identity: identityCheck,
    card: z
      .object({
        brand: z.string(),
        numberMasked: masked,
        expires: tokyoMonth,
      })
      .optional(),
    /** Options that may be had, with what a month of them costs. */
    optionsOffered: z.array(
      z.object({
        optionCode,
        name: z.string(),
        description: z.string(),
        scope: z.enum(['line', 'contract']),
        /** The lines that can carry it. */
        lines: z.array(lineNo),
        monthlyYen: z.int(),
        asks: z.enum(['forwardTo']).optional(),
        excludes: z.array(optionCode),
      }),
    ),
    /** What 最終確認 must say besides; `conditions` is sent back with the order. */
    conclusion: z
      .object({
        conditions: opaqueId,
        /** 分量, 支払時期と方法, 引渡時期, 申込みの期間, 撤回・解除: a heading and its sentences. */
        facts: z.array(z.object({ heading: z.string(), body: z.string() })),
      })
      .optional(),
    /** Once submitted. */
    orderNo: orderNo.optional(),
    /** When what was typed is deleted unless one goes on. */
    expiresAt: instant.optional(),
  })
  .meta({ id: 'Application' })

const saved = z
  .object({
    version: count,
    next: place,
    /** Of a new application: to be kept by the browser as its cookie (`applicationCookie`). */
    secret: opaqueId.optional(),
  })
  .meta({ id: 'ApplicationSaved' })

const applicationReceipt = z
  .object({
    orderNo,
    state: z.enum(namesOf(applicationStateWords)),
    stateLabel: z.string(),
    sentence: z.string(),
    submittedAt: instant,
    emailMasked: masked,
    nextSteps: z.array(z.object({ text: z.string(), on: dateOrInstant.optional() })),
  })
  .meta({ id: 'ApplicationReceipt' })

/** Typed from a mail or a letter, in any width. */
const typedOrderNo = text(40, '受付番号を入力してください。')
  .transform((value) =>
    value
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\s‐‑‒–—―−ーｰ-]+/gu, '-'),
  )
  .pipe(
    z
      .string()
      .regex(
        /^AP(?:-[0-9A-Z]{4}){3}$/u,
        '受付番号を、受付のメールにある「AP-」で始まる形で入力してください。',
      ),
  )

const applicationStatus = z
  .object({
    ...applicationReceipt.shape,
    /** From 受付 to 開通. */
    timeline: z.array(
      z.object({
        label: z.string(),
        state: z.enum(['done', 'current', 'coming', 'stopped']),
        at: dateOrInstant.optional(),
      }),
    ),
    lines: z.array(
      z.object({
        lineNo,
        kind: simKind,
        simSize,
        stateLabel: z.string(),
        sentence: z.string(),
        trackingNo: z.string().optional(),
        switchAt: instant.optional(),
        /** Of what comes next. */
        expectedOn: dateOrInstant.optional(),
      }),
    ),
    /** Why it was not accepted. */
    reason: z.string().optional(),
    /** Identity still to be shown, and the like, each with where. */
    toDo: z.array(z.object({ text: z.string(), path: ownPath.optional() })),
    canWithdraw: z.boolean(),
  })
  .meta({ id: 'ApplicationStatus' })

const stepRefusals = [
  'APPLICATION_NONE',
  'APPLICATION_CHANGED',
  'APPLICATION_SUBMITTED',
  'APPLICATION_INCOMPLETE',
  'ACCOUNT_HAS_CONTRACT',
] as const

export const applicationApi = {
  applicationGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/order/application',
    access: 'visitor',
    summary: '入力中のお申し込み',
    result: application,
  }),

  applicationPut: endpoint({
    spec: 'ours',
    method: 'PUT',
    path: '/api/order/application',
    access: 'visitor',
    limit: 'applicationSteps',
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
    result: saved,
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
    ],
  }),

  applicationDelete: endpoint({
    spec: 'ours',
    method: 'DELETE',
    path: '/api/order/application',
    access: 'visitor',
    summary: 'お申し込みをやめて、入力した内容を削除する',
    result: z.object({ deleted: z.boolean() }),
    errors: ['APPLICATION_SUBMITTED'],
  }),

  applicationLinkPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/link',
    access: 'visitor',
    limit: 'applicationMails',
    summary: 'ほかの端末で続きから入力するためのリンクをメールで受け取る',
    body: z.object({ email: typedEmail }),
    result: z.object({ sentToMasked: masked, expiresAt: instant }),
    errors: ['APPLICATION_NONE', 'APPLICATION_SUBMITTED', 'APPLICATION_LINK_SENT'],
  }),

  applicationResumePost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/resume',
    access: 'visitor',
    limit: 'attempts',
    summary: 'メールのリンクから続きを入力する',
    body: z.object({ code: text(100) }),
    result: saved.required(),
    errors: ['APPLICATION_LINK_UNUSABLE'],
  }),

  applicationOneStopPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/one_stop',
    access: 'visitor',
    limit: 'applicationChecks',
    summary: 'いまの会社のページで、電話番号を移す手続きを始める',
    body: z.object({ line: lineNo, back: ownPath }),
    result: z.object({ startUrl: webUrl }),
    errors: [...stepRefusals, 'NUMBER_NOT_PORTABLE'],
  }),

  applicationIdentityPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/identity',
    access: 'account',
    limit: 'applicationChecks',
    summary: 'お申し込みの本人確認（ICチップの読み取り）を始める、やり直す',
    body: z.object({ back: ownPath }),
    result: identityCheck.extend({ startUrl: webUrl }),
    errors: [...stepRefusals, 'IDENTITY_EXPIRED'],
  }),

  applicationCardPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/card',
    access: 'account',
    limit: 'applicationChecks',
    summary: 'お支払いに使うカードを、カード会社のページで登録する',
    body: z.object({ back: ownPath }),
    result: z.object({ updateUrl: webUrl }),
    errors: stepRefusals,
  }),

  applicationTermsGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/order/application/terms',
    access: 'visitor',
    summary: 'お申し込みの前に読む重要事項',
    result: simApi.simAddContractGet.result,
  }),

  applicationQuoteGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/order/application/quote',
    access: 'visitor',
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

  applicationSubmitPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/submit',
    access: 'account',
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
    ],
  }),

  applicationStatusPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/status',
    access: 'visitor',
    limit: 'applicationLookups',
    summary: 'お申し込みの状況（受付番号と生年月日で）',
    body: z.object({ orderNo: typedOrderNo, birth: tokyoDate }),
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN'],
  }),

  applicationStatusGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/order/application/status',
    access: 'account',
    summary: 'ログインしているアカウントの、最後のお申し込みの状況',
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN'],
  }),

  applicationWithdrawPost: endpoint({
    spec: 'ours',
    method: 'POST',
    path: '/api/order/application/withdraw',
    access: 'account',
    summary: '発送の前のお申し込みを取り消す',
    body: z.object({ orderNo }),
    result: applicationStatus,
    errors: ['APPLICATION_UNKNOWN', 'APPLICATION_NOT_WITHDRAWABLE'],
  }),
}

export type ApplicationQuote = z.output<typeof applicationQuote>
