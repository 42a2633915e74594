import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import {
  count,
  cursor,
  instant,
  masked,
  opaqueId,
  optionalText,
  orderNo,
  ownPath,
  queryNumber,
  text,
  tokyoDate,
  typedEmail,
  typedPhoneNumber,
  typedZipcode,
  webUrl,
  zipcode,
} from './primitives.ts'
import { page } from './procedure.ts'

const partnerLink = z
  .object({
    status: z.enum(['unlinked', 'pending', 'linked', 'conflict']),
    maskedPartnerId: masked.optional(),
    linkedAt: instant.optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'PartnerLink' })

const optIn = z
  .object({
    agreed: z.boolean(),
    /** The version that was agreed to or withdrawn from; absent when never asked. */
    textVersion: z.string().optional(),
    at: instant.optional(),
    current: z.object({
      textVersion: z.string(),
      title: z.string(),
      /** Which data goes to the partner, what for, and how to withdraw; one paragraph each. */
      paragraphs: z.array(z.string()),
      revisedOn: tokyoDate,
    }),
    history: z.array(z.object({ agreed: z.boolean(), textVersion: z.string(), at: instant })),
  })
  .meta({ id: 'OptIn' })

/** Spec 3, sample data: every field a string. */
const profile = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    firstNameKana: z.string(),
    lastNameKana: z.string(),
    birthYear: z.string(),
    birthMonth: z.string(),
    birthDay: z.string(),
    gender: z.string(),
    zipCode: z.string(),
    region: z.string(),
    locality: z.string(),
    street: z.string(),
    phone: z.string(),
    email: z.string(),
  })
  .meta({ id: 'Profile' })

const kana = z
  .string('全角カタカナで入力してください。')
  .trim()
  .transform((value) => value.normalize('NFKC'))
  .pipe(
    z
      .string()
      .max(50, '50文字以内で入力してください。')
      .regex(/^[ァ-ヶー・ ]+$/u, '全角カタカナで入力してください。'),
  )

const profileChanges = z
  .object({
    firstName: text(50),
    lastName: text(50),
    firstNameKana: kana,
    lastNameKana: kana,
    zipCode: typedZipcode,
    region: text(10),
    locality: text(60),
    street: text(120),
    phone: typedPhoneNumber,
    email: typedEmail,
  })
  .partial()

const profileField = z.enum([
  'firstName',
  'lastName',
  'firstNameKana',
  'lastNameKana',
  'zipCode',
  'region',
  'locality',
  'street',
  'phone',
  'email',
])

const profileEdit = z
  .object({
    state: z.enum([
      'none',
      'submitted',
      'documents_required',
      'reviewing',
      'applied',
      'rejected',
      'withdrawn',
    ]),
    stateLabel: z.string(),
    message: z.string(),
    orderNo: orderNo.optional(),
    changes: z.array(
      z.object({ field: profileField, label: z.string(), before: masked, after: masked }),
    ),
    /** Codes that are waited for: one to the old, one to the new address or number. */
    confirmations: z.array(
      z.object({
        which: z.enum(['oldEmail', 'newEmail', 'oldPhone', 'newPhone']),
        sentToMasked: masked,
        confirmed: z.boolean(),
        expiresAt: instant,
        resendFrom: instant,
      }),
    ),
    identity: identityCheck,
    canWithdraw: z.boolean(),
    submittedAt: instant.optional(),
    decidedAt: instant.optional(),
  })
  .meta({ id: 'ProfileEdit' })

const postcodeEntry = z
  .object({
    prefecture: z.string(),
    zipcode,
    municipality: z.string(),
    /** Town; empty where the code stands for a whole municipality. */
    location: z.string(),
    address: z.string(),
    prefecture_code: z.int().min(1).max(47),
  })
  .meta({ id: 'PostcodeEntry' })

const survey = z
  .object({
    surveyId: opaqueId,
    title: z.string(),
    questions: z.array(
      z.object({
        questionId: opaqueId,
        label: z.string(),
        kind: z.enum(['single', 'multiple', 'text']),
        choices: z.array(z.object({ value: z.string(), label: z.string() })),
        maxLength: z.int().optional(),
      }),
    ),
    answeredAt: instant.optional(),
  })
  .meta({ id: 'Survey' })

export const accountApi = {
  linkRidMemberInfoGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/link_rid/member_info',
    access: 'account',
    summary: 'ポイントサービスとの連携の状況',
    result: partnerLink,
  }),

  linkRidRegisterPost: endpoint({
    spec: '7.2 Account',
    method: 'POST',
    path: '/api/link_rid/register',
    access: 'account',
    summary: 'ポイントサービスとの連携を始める、完了する',
    body: z.discriminatedUnion('step', [
      z.object({ step: z.literal('begin'), back: ownPath }),
      z.object({ step: z.literal('complete'), code: text(2048), state: text(512) }),
    ]),
    result: partnerLink.extend({ authorizeUrl: webUrl.optional() }),
    errors: [
      'PARTNER_ALREADY_LINKED',
      'PARTNER_LINKED_ELSEWHERE',
      'PARTNER_LINK_EXPIRED',
      'FRESH_LOGIN_REQUIRED',
    ],
  }),

  linkRidRegisterDelete: endpoint({
    spec: 'ours',
    method: 'DELETE',
    path: '/api/link_rid/register',
    access: 'account',
    summary: 'ポイントサービスとの連携を解除する',
    result: partnerLink,
  }),

  optInStatusGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/optIn/status',
    access: 'account',
    summary: 'ポイントサービスへの情報提供の同意',
    result: optIn,
  }),

  optInRegisterPost: endpoint({
    spec: '7.2 Account',
    method: 'POST',
    path: '/api/optIn/register',
    access: 'account',
    summary: '情報提供に同意する、同意を取り消す',
    body: z.object({ agreed: z.boolean(), textVersion: text(40) }),
    result: optIn,
    errors: ['TERMS_OUTDATED'],
  }),

  postcodesSearchGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/postcodes/search',
    access: 'visitor',
    summary: '郵便番号から住所を探す',
    query: z.object({ zipcode: typedZipcode }),
    result: z.object({ count, entries: z.array(postcodeEntry) }).meta({ id: 'Postcodes' }),
  }),

  userGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/user',
    access: 'account',
    summary: 'お客様情報',
    result: profile,
  }),

  userEditStatusGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/user_edit/status',
    access: 'account',
    summary: 'お客様情報の変更の状況',
    result: profileEdit,
  }),

  userEditRegisterPost: endpoint({
    spec: '7.2 Account',
    method: 'POST',
    path: '/api/user_edit/register',
    access: 'account',
    summary: 'お客様情報を変更する、確認コードを入れる、取り下げる',
    body: z.discriminatedUnion('step', [
      z.object({ step: z.literal('submit'), changes: profileChanges }),
      z.object({
        step: z.literal('confirm'),
        which: profileEdit.shape.confirmations.element.shape.which,
        code: text(16),
      }),
      z.object({
        step: z.literal('resend'),
        which: profileEdit.shape.confirmations.element.shape.which,
      }),
      z.object({ step: z.literal('withdraw') }),
    ]),
    result: profileEdit,
    errors: [
      'CHANGE_UNDER_REVIEW',
      'CODE_WRONG',
      'CODE_EXPIRED',
      'FRESH_LOGIN_REQUIRED',
      'NOTHING_BOOKED',
    ],
  }),

  personalGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/personal',
    access: 'member',
    summary: '本人確認済みの契約者情報',
    result: z
      .object({
        name: z.string(),
        kana: z.string(),
        birth: tokyoDate,
        address: z.string(),
        /** How it was verified, in words. */
        method: z.string(),
        verifiedOn: tokyoDate.optional(),
        state: identityCheck.shape.state,
        stateLabel: z.string(),
      })
      .meta({ id: 'VerifiedIdentity' }),
  }),

  enqueteGet: endpoint({
    spec: '7.2 Account',
    method: 'GET',
    path: '/api/enquete',
    access: 'account',
    summary: 'アンケート（回答は任意）',
    result: z.object({ surveys: z.array(survey) }),
  }),

  enquetePost: endpoint({
    spec: '7.2 Account',
    method: 'POST',
    path: '/api/enquete',
    access: 'account',
    summary: 'アンケートに答える',
    body: z.object({
      surveyId: opaqueId,
      answers: z
        .array(z.object({ questionId: opaqueId, values: z.array(optionalText(1000)).max(20) }))
        .max(50),
    }),
    result: z.object({ answeredAt: instant }),
  }),

  noticesGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/notices',
    access: 'account',
    summary: 'あなたへのお知らせ',
    query: z.object({
      unread: z.enum(['true', 'false']).optional(),
      cursor: cursor.optional(),
      limit: queryNumber(1, 100).optional(),
    }),
    result: z.object({
      ...page(
        z
          .object({
            noticeId: opaqueId,
            at: instant,
            kind: z.enum(['procedure', 'data', 'billing', 'security', 'service']),
            title: z.string(),
            body: z.string(),
            important: z.boolean(),
            readAt: instant.optional(),
            /** The same by mail. */
            mailedTo: masked.optional(),
            path: ownPath.optional(),
          })
          .meta({ id: 'Notice' }),
      ),
      unread: count,
    }),
  }),

  noticesPut: endpoint({
    spec: 'ours',
    method: 'PUT',
    path: '/api/notices',
    access: 'account',
    summary: 'お知らせを読んだことにする',
    body: z.object({ noticeIds: z.array(opaqueId).min(1).max(100) }),
    result: z.object({ unread: count }),
  }),

  loginHistoryGet: endpoint({
    spec: 'ours',
    method: 'GET',
    path: '/api/login_history',
    access: 'account',
    summary: 'ログインの記録',
    query: z.object({ cursor: cursor.optional(), limit: queryNumber(1, 100).optional() }),
    result: z.object({
      ...page(
        z
          .object({
            loginId: opaqueId,
            at: instant,
            /** This very session. */
            current: z.boolean(),
            result: z.enum(['signedIn', 'refused', 'signedOut', 'expired']),
            device: z.string(),
            addressMasked: masked,
          })
          .meta({ id: 'Login' }),
      ),
    }),
  }),
}
