import { partnerLinkStateWords } from '#vocabulary/states/partner-link.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { accountEndpoint } from './endpoint.ts'
import {
  instant,
  masked,
  opaqueId,
  optionalStory,
  ownPath,
  text,
  tokyoDate,
  webUrl,
} from './primitives.ts'

const partnerLink = z
  .object({
    status: z.enum(namesOf(partnerLinkStateWords)),
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

/** The points partner, and the survey. */
export const partnerApi = {
  linkRidMemberInfoGet: accountEndpoint('GET', '/api/link_rid/member_info', {
    spec: '7.2 Account',
    summary: 'ポイントサービスとの連携の状況',
    result: partnerLink,
  }),

  linkRidRegisterPost: accountEndpoint('POST', '/api/link_rid/register', {
    spec: '7.2 Account',
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
      'SECOND_FACTOR_REQUIRED',
    ],
  }),

  linkRidRegisterDelete: accountEndpoint('DELETE', '/api/link_rid/register', {
    summary: 'ポイントサービスとの連携を解除する',
    result: partnerLink,
  }),

  optInStatusGet: accountEndpoint('GET', '/api/optIn/status', {
    spec: '7.2 Account',
    summary: 'ポイントサービスへの情報提供の同意',
    result: optIn,
  }),

  optInRegisterPost: accountEndpoint('POST', '/api/optIn/register', {
    spec: '7.2 Account',
    summary: '情報提供に同意する、同意を取り消す',
    body: z.object({ agreed: z.boolean(), textVersion: text(40) }),
    result: optIn,
    errors: ['TERMS_OUTDATED'],
  }),

  enqueteGet: accountEndpoint('GET', '/api/enquete', {
    spec: '7.2 Account',
    summary: 'アンケート（回答は任意）',
    result: z.object({ surveys: z.array(survey) }),
  }),

  enquetePost: accountEndpoint('POST', '/api/enquete', {
    spec: '7.2 Account',
    summary: 'アンケートに答える',
    body: z.object({
      surveyId: opaqueId,
      answers: z
        .array(z.object({ questionId: opaqueId, values: z.array(optionalStory(1000)).max(20) }))
        .max(50),
    }),
    result: z.object({ answeredAt: instant }),
  }),
}
