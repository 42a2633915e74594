import { type ErrorTable, conflict } from './error-table.ts'

/** Of the roles of a family. */
export const familyErrors = {
  FAMILY_INVITATION_OVER: conflict(
    'この招待は、承諾済みか、取り消されたか、期限が過ぎています。招いた方に、もう一度招いてもらってください。',
    'The invitation is unknown, accepted, withdrawn or past its last day',
  ),
  FAMILY_OWN_CONTRACT: conflict(
    'ご自身のご契約の役割は承諾できません。招きたいご家族の方がログインして、このページを開いてください。',
    'The holder of a contract cannot take a role at it',
  ),
  FAMILY_ALREADY_HERE: conflict(
    'このご契約の役割を、すでにお持ちです。',
    'The account has an active role at the contract or at the line',
  ),
  FAMILY_ROLE_OVER: conflict(
    'この役割は、すでに終わっています。',
    'The role has ended, or is not of this account',
  ),
  FAMILY_LINE_TAKEN: conflict(
    'この回線には、使う人がいるか、招待中の人がいます。先に、その役割を終えてください。',
    'A line has one user at a time',
  ),
  FAMILY_MANAGERS_FULL: conflict(
    'まとめ役は、招待中の方を含めて3人までです。',
    'The contract has as many managers as it may',
  ),
  FAMILY_LINE_SECRET: conflict(
    'この回線をお使いの方の通信の秘密を守るため、通話の相手と時間ごとの記録はお見せしていません。日ごとと月ごとの量は「データの利用量」でご覧いただけます。',
    'The line has a user of its own: the holder sees volumes, never partners of calls or hours',
  ),
} as const satisfies ErrorTable
