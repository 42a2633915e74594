import { simKind } from './procedure.ts'
import { profileFields } from '#vocabulary/profile.ts'
import { profileEditStateWords } from '#vocabulary/states/profile-edit.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import { z } from 'zod'
import { accountEndpoint, memberEndpoint, visitorEndpoint } from './endpoint.ts'
import { identityCheck } from './identity.ts'
import {
  count,
  instant,
  masked,
  orderNo,
  tokyoDate,
  typedEmail,
  typedPhoneNumber,
  typedZipcode,
  zipcode,
} from './primitives.ts'
import {
  prefecture,
  typedAddress,
  typedCode,
  typedKana,
  typedName,
  typedStreet,
  withKana,
} from './typed-person.ts'

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

/** A profile as it is typed; each field says itself what it lacks. */
export const typedProfile = z.object({
  lastName: typedName,
  firstName: typedName,
  lastNameKana: typedKana,
  firstNameKana: typedKana,
  zipCode: typedZipcode,
  region: prefecture,
  locality: typedAddress(60),
  street: typedStreet,
  phone: typedPhoneNumber,
  email: typedEmail,
})

/** What a member may change of the own profile; a field that is not sent stays as it is. */
export const profileChanges = withKana(typedProfile.partial())

const profileField = z.enum(profileFields)

const profileEdit = z
  .object({
    state: z.enum(namesOf(profileEditStateWords)),
    stateLabel: z.string(),
    message: z.string(),
    /** Why staff refused it. */
    reason: z.string().optional(),
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
        /** How often a code may still be typed; 0: a new one has to be sent. */
        triesLeft: count,
      }),
    ),
    identity: identityCheck,
    canWithdraw: z.boolean(),
    /** Name and address are changed only with an identity document compared anew. */
    needsProof: z.boolean(),
    /** A change takes a login with a second factor of the last minutes, and this session's is none. */
    needsSecondFactor: z.boolean(),
    /** Mail fails to reach the registered address: another one is proven by a code to the registered phone. */
    isProvenByPhone: z.boolean(),
    /** What this browser sent when the second factor had grown old; shown again once it is there. */
    draft: z.partialRecord(profileField, z.string()).optional(),
    submittedAt: instant.optional(),
    decidedAt: instant.optional(),
  })
  .meta({ id: 'ProfileEdit' })

const postcodeEntry = z
  .object({
    prefecture: z.string(),
    zipcode,
    municipality: z.string(),
    /** Town; empty where the code is that of a whole municipality. A code with several towns has an entry for each. */
    location: z.string(),
    address: z.string(),
    prefecture_code: z.int().min(1).max(47),
  })
  .meta({ id: 'PostcodeEntry' })

export const accountApi = {
  postcodesSearchGet: visitorEndpoint('GET', '/api/postcodes/search', {
    spec: '7.2 Account',
    limit: 'postcodes',
    summary: '郵便番号から住所を探す',
    query: z.object({ zipcode: typedZipcode }),
    result: z.object({ count, entries: z.array(postcodeEntry) }).meta({
      id: 'Postcodes',
      description:
        '見つからないときは count が 0。画面では「この郵便番号の住所は見つかりませんでした。番号を確かめるか、住所をそのまま入力してください。会社や役所だけの番号（大口事業所の番号）からは探せません。」と伝え、住所の入力を続けられるようにする',
    }),
  }),

  userGet: accountEndpoint('GET', '/api/user', {
    spec: '7.2 Account',
    summary: 'お客さま情報',
    result: profile,
  }),

  userEditStatusGet: accountEndpoint('GET', '/api/user_edit/status', {
    spec: '7.2 Account',
    summary: 'お客さま情報の変更の状況',
    result: profileEdit,
  }),

  userEditRegisterPost: accountEndpoint('POST', '/api/user_edit/register', {
    spec: '7.2 Account',
    summary: 'お客さま情報を変更する、確認コードを入れる、取り下げる',
    body: z.discriminatedUnion('step', [
      z.object({ step: z.literal('submit'), changes: profileChanges }),
      z.object({
        step: z.literal('confirm'),
        which: profileEdit.shape.confirmations.element.shape.which,
        code: typedCode,
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
      'CODE_LOCKED',
      'CODE_SENT_RECENTLY',
      'NOTHING_TO_CHANGE',
      'PHONE_WITHOUT_SMS',
      'SECOND_FACTOR_REQUIRED',
      'NO_CHANGE_PENDING',
    ],
  }),

  personalGet: memberEndpoint('GET', '/api/personal', {
    spec: '7.2 Account',
    summary: '本人確認済みの契約者情報',
    result: z
      .object({
        name: z.string(),
        kana: z.string(),
        /** Absent where nothing of the holder is known yet. */
        birth: tokyoDate.optional(),
        address: z.string(),
        /** How it was verified, in words. */
        method: z.string(),
        /** The kind of document; absent where it was not recorded. */
        document: z.string().optional(),
        /** Who compared, in words. */
        checkedBy: z.string().optional(),
        verifiedOn: tokyoDate.optional(),
        /** The kinds of line whose holder must be identified today. */
        identified: z.array(simKind),
        state: identityCheck.shape.state,
        stateLabel: z.string(),
      })
      .meta({ id: 'VerifiedIdentity' }),
  }),
}
