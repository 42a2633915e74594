import { pages, withQuery } from '#vocabulary/pages.ts'
import { FieldErrors, Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { accountApi } from '#protocol/account.ts'
import type { Result } from '#protocol/endpoint.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Form } from '#portal/fields/form.tsx'
import { formatDateTime, formatTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'
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
      {status.confirmations.map((one) => (
        <CodeForm key={one.which} confirmation={one} keys={keys} edited={edited} />
      ))}
      {state === 'documents_required' ? <IdentityForm status={status} keys={keys} /> : null}
      <Section id="changes" title="お申し込みの内容">
        <Card>
          <SummaryList
            entries={[
              ...changes.map(({ label, before, after }) => ({
                term: label,
                was: before,
                value: after,
              })),
              { term: '受付番号', value: orderNo },
              {
                term: '受付日時',
                value: submittedAt === undefined ? undefined : formatDateTime(submittedAt),
              },
            ]}
          />
        </Card>
      </Section>
      {status.canWithdraw ? (
        <Form method="post">
          <HiddenKeys keys={keys} of="withdraw" />
          <Hidden values={{ intent: 'withdraw' }} />
          <ButtonRow>
            <Submit>この変更を取り下げる</Submit>
          </ButtonRow>
        </Form>
      ) : null}
      <ButtonRow>
        <ButtonLink kind="plain" href={pages.user}>
          お客さま情報へ
        </ButtonLink>
      </ButtonRow>
    </>
  )
}

/** A wrong code is said at its field; what concerns no field, at the head alone. */
function NotGoneOn({ status, edited }: Pick<ProgressProps, 'status' | 'edited'>) {
  const tried = status.confirmations.find((one) => isTriedAt(one, edited))
  if (tried === undefined || tried.triesLeft === 0)
    return <Stopped refused={edited?.refused} title="続けられませんでした" />
  const errors = errorsOf(edited?.refused, codeId(tried))
  const said = Object.entries(errors).map(([id, sentence]) => [
    id,
    `${places[tried.which]}：${sentence}`,
  ])
  return <FieldErrors errors={Object.fromEntries(said)} />
}

const codeId = ({ which }: Confirmation) => `code-${which}`

const isTriedAt = ({ which }: Confirmation, edited: Edited | undefined) =>
  edited?.typed['which'] === which && edited.typed['intent'] === 'confirm'

const toneKey = (state: EditStatus['state']) =>
  state === 'applied' || state === 'rejected' ? state : 'withdrawn'

const places: Record<Confirmation['which'], string> = {
  oldEmail: 'いまのメールアドレス',
  newEmail: '新しいメールアドレス',
  oldPhone: 'いまの電話番号',
  newPhone: '新しい電話番号',
}

type CodeFormProps = {
  readonly confirmation: Confirmation
  readonly keys: FormKeys
  readonly edited: Edited | undefined
}

/** One code at a time: what is right of one is kept whatever becomes of the other. */
function CodeForm({ confirmation, keys, edited }: CodeFormProps) {
  const { which, sentToMasked, confirmed, expiresAt, resendFrom, triesLeft } = confirmation
  const title = `${places[which]}（${sentToMasked}）`
  const id = codeId(confirmation)
  const tried = isTriedAt(confirmation, edited) ? edited : undefined
  const error = errorsOf(tried?.refused, id)[id]
  return (
    <Section
      id={which}
      title={title}
      beside={confirmed ? <Badge tone="good">確認済み</Badge> : undefined}
    >
      {confirmed ? null : (
        <Card className="card flow">
          {triesLeft === 0 ? (
            <p>
              入力の誤りが続いたため、届いたコードは使えなくなりました。{formatTime(resendFrom)}
              から、新しいコードを送れます。
            </p>
          ) : (
            <Form method="post" className="form">
              <HiddenKeys keys={keys} of={`confirm.${which}`} />
              <Hidden values={{ intent: 'confirm', which }} />
              <Field
                id={id}
                name="code"
                label="届いた6桁の確認コード"
                hint={`${formatTime(expiresAt)}まで使えます。`}
                required
                inputMode="numeric"
                autoComplete="one-time-code"
                defaultValue={tried?.typed['code']}
                error={error}
              />
              <ButtonRow>
                <Submit kind="primary">コードを確認する</Submit>
              </ButtonRow>
            </Form>
          )}
          <Form method="post">
            <HiddenKeys keys={keys} of={`resend.${which}`} />
            <Hidden values={{ intent: 'resend', which }} />
            <ButtonRow>
              <Submit kind="plain">
                新しいコードを送る
                <span className="visually-hidden">（{places[which]}）</span>
              </Submit>
            </ButtonRow>
          </Form>
          <p className="small">
            届かないときは、迷惑メールの振り分けと電波の状態をご確認ください。新しいコードは
            {formatTime(resendFrom)}から送れます。
          </p>
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
        <Form method="post">
          <HiddenKeys keys={keys} of="identity" />
          <Hidden
            values={{
              intent: 'identity',
              orderNo,
              back: withQuery(pages.userEdit, { done: orderNo }),
            }}
          />
          <ButtonRow>
            <Submit kind="primary">本人確認に進む</Submit>
          </ButtonRow>
        </Form>
      </Card>
    </Section>
  )
}
