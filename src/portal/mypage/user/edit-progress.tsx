import { pages, withQuery } from '#vocabulary/pages.ts'
import { FieldErrors, KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { accountApi } from '#protocol/account.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLinkRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime, formatTime } from '#ui/format.ts'
import { profileValueWords } from './profile-words.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList, type SummaryEntry } from '#ui/summary-list.tsx'
import type { Edited } from './act.ts'

export type EditStatus = Result<typeof accountApi.userEditStatusGet>
type Confirmation = EditStatus['confirmations'][number]

export const isUnderWay = ({ state }: EditStatus) =>
  state === 'submitted' || state === 'documents_required' || state === 'reviewing'

const tones = { applied: 'good', rejected: 'warning', withdrawn: 'info' } as const

type ProgressProps = {
  readonly status: EditStatus
  readonly keys: FormKeys
  readonly edited: Edited | undefined
}

/** How far a change has come, and what is left to do; read anew at each reload. */
export function EditProgress({ status, keys, edited }: ProgressProps) {
  const { state, stateLabel, message, orderNo, changes, submittedAt } = status
  return (
    <>
      <NotGoneOn status={status} edited={edited} />
      <Notice
        tone={isUnderWay(status) || state === 'none' ? 'info' : tones[toneKey(state)]}
        title={`登録情報の変更：${stateLabel}`}
        role="status"
      >
        <p>{message}</p>
        {status.reason === undefined ? null : <p>{`理由：${status.reason}`}</p>}
      </Notice>
      <Codes confirmations={status.confirmations} keys={keys} edited={edited} />
      {state === 'documents_required' ? <IdentityForm status={status} keys={keys} /> : null}
      <Section id="changes" title="お申し込みの内容">
        <Card>
          <SummaryList
            entries={[
              ...changes.map(({ field, label, before, after }): SummaryEntry => [
                label,
                profileValueWords(field, after),
                { was: profileValueWords(field, before) },
              ]),
              ['受付番号', orderNo],
              ['受付日時', submittedAt && formatDateTime(submittedAt)],
            ]}
          />
        </Card>
      </Section>
      {status.canWithdraw ? (
        <KeyedForm keys={keys} of="withdraw" values={{ intent: 'withdraw' }}>
          <SubmitRow>この変更を取り下げる</SubmitRow>
        </KeyedForm>
      ) : null}
      <ButtonLinkRow kind="plain" href={pages.user}>
        お客さま情報へ
      </ButtonLinkRow>
    </>
  )
}

/** A wrong code is said at its field; what concerns no field, at the head alone. */
function NotGoneOn({ status, edited }: Pick<ProgressProps, 'status' | 'edited'>) {
  const tried = status.confirmations.find((one) => isTriedAt(one, edited))
  if (tried === undefined || tried.triesLeft === 0)
    return <Stopped refused={edited?.refused} title="続けられませんでした" />
  const said = Object.entries(errorsOf(edited?.refused)).map(([id, sentence]) => [
    id,
    `${fieldWords[tried.which]}：${sentence}`,
  ])
  return <FieldErrors errors={Object.fromEntries(said)} />
}

const codeId = ({ which }: Confirmation) => `code-${which}`

const isTriedAt = (one: Confirmation, edited: Edited | undefined) =>
  edited?.typed['intent'] === 'confirm' && errorAt(one, edited) !== undefined

const errorAt = (one: Confirmation, edited: Edited | undefined) =>
  errorsOf(edited?.refused)[codeId(one)]

const toneKey = (state: EditStatus['state']) =>
  state === 'applied' || state === 'rejected' ? state : 'withdrawn'

const fieldWords: Record<Confirmation['which'], string> = {
  oldEmail: 'いまのメールアドレス',
  newEmail: '新しいメールアドレス',
  oldPhone: 'いまの電話番号',
  newPhone: '新しい電話番号',
}

type CodesProps = {
  readonly confirmations: readonly Confirmation[]
  readonly keys: FormKeys
  readonly edited: Edited | undefined
}

/** Every code that is awaited, in one form: the press of one leaves none of the others behind. */
function Codes({ confirmations, keys, edited }: CodesProps) {
  const waiting = confirmations.filter(({ confirmed }) => !confirmed)
  const open = waiting.filter(({ triesLeft }) => triesLeft > 0)
  return (
    <>
      {open.length === 0 ? null : (
        <KeyedForm
          keys={keys}
          of="confirm"
          values={{ intent: 'confirm', awaited: open.map(({ which }) => which) }}
          className="form"
        >
          {open.map((one) => (
            <Field
              key={one.which}
              id={codeId(one)}
              name={codeId(one)}
              label={`${fieldWords[one.which]}（${one.sentToMasked}）に届いた6桁の確認コード`}
              hint={`${whySent(one)}${formatTime(one.expiresAt)}まで使えます。`}
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              defaultValue={edited?.typed[codeId(one)]}
              error={errorAt(one, edited)}
            />
          ))}
          <SubmitRow kind="primary">コードを確認する</SubmitRow>
        </KeyedForm>
      )}
      {confirmations.map((one) => (
        <CodeForm key={one.which} confirmation={one} keys={keys} />
      ))}
    </>
  )
}

const whySent = ({ which }: Confirmation) =>
  which === 'oldEmail' || which === 'oldPhone'
    ? 'ご本人のお手続きであることを、いまの連絡先でも確かめます。'
    : ''

/** Whether the code of one place has come right, and the way to another one. */
function CodeForm({ confirmation, keys }: { confirmation: Confirmation; keys: FormKeys }) {
  const { which, sentToMasked, confirmed, resendFrom, triesLeft } = confirmation
  return (
    <Section
      id={which}
      title={`${fieldWords[which]}（${sentToMasked}）`}
      beside={confirmed ? <Badge tone="good">確認済み</Badge> : undefined}
    >
      {confirmed ? null : (
        <Card className="card flow">
          <p className="small">
            {triesLeft === 0
              ? '入力の誤りが続いたため、届いたコードは使えなくなりました。'
              : '届かないときは、迷惑メールの振り分けと電波の状態をご確認ください。'}
            新しいコードは{formatTime(resendFrom)}から送れます。
          </p>
          <KeyedForm keys={keys} of={`resend.${which}`} values={{ intent: 'resend', which }}>
            <SubmitRow kind="plain">
              新しいコードを送る
              <span className="visually-hidden">（{fieldWords[which]}）</span>
            </SubmitRow>
          </KeyedForm>
        </Card>
      )}
    </Section>
  )
}

function IdentityForm({ status, keys }: Pick<ProgressProps, 'status' | 'keys'>) {
  const { identity, orderNo = '' } = status
  return (
    <Section id="identity" title="本人確認">
      <Card className="card flow">
        <p>
          {identity.message}
          {identity.attemptsLeft === undefined ? '' : `あと${identity.attemptsLeft}回試せます。`}
        </p>
        {identity.asked === undefined ? null : (
          <Notice title="担当者からのお願い">{identity.asked}</Notice>
        )}
        <p>
          新しい氏名・住所が記載された本人確認書類のICチップを、スマートフォンで読み取ります。マイナンバー（個人番号）は読み取らず、保存もしません。
        </p>
        <KeyedForm
          keys={keys}
          of="identity"
          values={{
            intent: 'identity',
            orderNo,
            back: withQuery(pages.userEdit, { done: orderNo }),
          }}
        >
          <SubmitRow kind="primary">本人確認に進む</SubmitRow>
        </KeyedForm>
      </Card>
    </Section>
  )
}
