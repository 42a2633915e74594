import { REQUEST_WORDS } from '#vocabulary/family-request.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { KeyedForm, Submit, SubmitRow } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { fullNameOfLine } from '#portal/mypage/shared/line-words.ts'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { formatDateTime, formatMonth, formatTime, formatVolume, formatYen } from '#ui/format.ts'
import { Icon } from '#ui/icon.tsx'
import type { FamilyRequest } from './wire.ts'
import { TapLink } from '#ui/text-link.tsx'

type AnswerCardProps = {
  readonly request: FamilyRequest
  /** Of all lines together. */
  readonly leftBytes: number
  readonly isHolder: boolean
  readonly keys: FormKeys
}

type Answer = FamilyRequest['answers'][number]

/** One request with every answer it can get: each is one press, and says before what it costs and changes. */
export function AnswerCard({ request, leftBytes, isHolder, keys }: AnswerCardProps) {
  const { requestId, name, label, note, line, askedAt, expiresAt, isSlow, answers } = request
  return (
    <section className="stage family-request" aria-labelledby={`request-${requestId}`}>
      <h2 id={`request-${requestId}`} className="family-request__from">
        <Icon name="bell" />
        {name}さんからのお願い
      </h2>
      <p>
        <strong>{wantedWords(request)}</strong>
        <span className="family-request__note">
          {note === undefined ? null : `「${note}」`}
          <time dateTime={askedAt}>{formatTime(askedAt)}</time>
        </span>
      </p>
      <p className="small muted">
        {fullNameOfLine(line)}
        {isSlow ? '・いまは低速です' : ''}・{formatDateTime(expiresAt)}まで返事ができます
      </p>
      {answers.map((answer, index) => (
        <AnswerForm
          key={answer.answer}
          {...{ answer, requestId, label, leftBytes, keys }}
          isFirst={index === 0}
        />
      ))}
      {answers.length > 0 ? null : (
        <p>
          {isHolder
            ? 'いまは、かなえられる返事がありません。'
            : '料金のかかる返事は、契約者の方だけができます。'}
        </p>
      )}
      <p className="tap family-request__no">
        <a href={withQuery(pages.familyRequests, { decline: requestId })}>
          ことわる（ひとことを送る）
          <span className="visually-hidden">
            ：{name}さんの「{label}」
          </span>
        </a>
      </p>
    </section>
  )
}

const wantedWords = ({ kind, label }: FamilyRequest) =>
  kind === 'speed' ? '高速にもどしてほしい' : kind === 'noCap' ? label : `${label}がほしい`

type AnswerFormProps = Pick<FamilyRequest, 'requestId' | 'label'> & {
  readonly answer: Answer
  readonly leftBytes: number
  readonly isFirst: boolean
  readonly keys: FormKeys
}

function AnswerForm({ answer, requestId, label, leftBytes, isFirst, keys }: AnswerFormProps) {
  const { why, option } = answer
  const words = wordsOf(answer, leftBytes)
  return (
    <div className="family-answer">
      {why.allowed ? (
        <KeyedForm
          keys={keys}
          of={`${requestId}.${answer.answer}`}
          values={{ requestId, ...sentOf(answer) }}
        >
          <Submit kind={isFirst ? 'primary' : 'secondary'}>
            <span>{nameOf(answer, label)}</span>
            <span>{priceOf(answer)}</span>
          </Submit>
        </KeyedForm>
      ) : (
        <p>
          {nameOf(answer, label)}：{why.message}
        </p>
      )}
      <p className="small muted">{words}</p>
      {option === undefined ? null : (
        <details>
          <summary>申し込みの前にお読みください</summary>
          <ul>
            {option.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
          <p>
            押すと、<a href={option.terms.path}>{option.terms.title}</a>
            に同意して申し込みます。
          </p>
        </details>
      )}
    </div>
  )
}

/** What the form of an answer sends. */
function sentOf({ answer, priceYen, option }: Answer): Readonly<Record<string, string>> {
  if (answer === 'pack') return { intent: 'pack', priceYen: String(priceYen) }
  if (option !== undefined)
    return {
      intent: 'option',
      conditions: option.conditions,
      termsVersion: option.terms.version,
    }
  return { intent: 'free', answer }
}

function nameOf({ answer, bill }: Answer, label: string): string {
  switch (answer) {
    case 'pack':
      return bill === undefined ? '＋1GBを買う' : `＋1GB（${Number(bill.month.slice(5))}月だけ）`
    case 'more':
      return 'きょうの上限を1GB増やす'
    case 'noCap':
      return 'きょうだけ上限を外す'
    case 'speed':
      return '高速にもどす'
    default:
      return `${label}を申し込む`
  }
}

const priceOf = ({ answer, priceYen }: Answer) =>
  answer === 'option' ? `月${formatYen(priceYen)}` : formatYen(priceYen)

/** What it does to the month. */
function wordsOf({ answer, bill }: Answer, leftBytes: number): string {
  if (bill !== undefined)
    return `${formatMonth(bill.month)}の請求が、${formatYen(bill.beforeYen)}から${formatYen(bill.afterYen)}になります（税込）。${answer === 'pack' ? '上限のある回線は、きょうだけ上限も1GB増えます。' : ''}`
  if (answer === 'speed')
    return `家族みんなの残り（${formatVolume(leftBytes, 'residual')}）から使います。`
  if (answer === 'option') return '料金は変わりません。'
  return `料金はかかりません。家族みんなの残り（${formatVolume(leftBytes, 'residual')}）から使い、あしたは、いつもの上限にもどります。`
}

/** Says no, with a word or without. */
export function DeclineForm({
  request: { requestId, name, label },
  keys,
  stayed,
}: {
  readonly request: FamilyRequest
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}) {
  const of = fieldsFrom(stayed?.typed, errorsOf(stayed?.refused))
  return (
    <Card>
      <p>
        {name}さんの「{label}」を、今回は見送ります。
      </p>
      <Stopped
        refused={stayed?.refused}
        title="返事を送れませんでした"
        labels={{ reply: 'ひとこと' }}
      />
      <KeyedForm
        keys={keys}
        of={`${requestId}.declined`}
        values={{ intent: 'free', requestId, answer: 'declined' }}
        className="flow"
      >
        <Field
          {...of('reply')}
          label="ひとこと"
          hint="なくても送れます。ご本人がそのまま読みます。"
          maxLength={REQUEST_WORDS}
          autoComplete="off"
        />
        <SubmitRow kind="primary">見送ると伝える</SubmitRow>
      </KeyedForm>
      <TapLink href={pages.familyRequests}>お願いにもどる</TapLink>
    </Card>
  )
}
