import { ticketChannels } from '#vocabulary/console.ts'
import { contactTopics } from '#vocabulary/contact.ts'
import { pages } from '#vocabulary/pages.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { contactApi } from '#protocol/contact.ts'
import type { Result } from '#protocol/endpoint.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SummaryList } from '#ui/summary-list.tsx'

type ThreadData = Result<typeof contactApi.contactThreadGet>

type ThreadProps = {
  readonly thread: ThreadData
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
  readonly isJustSent: boolean
  readonly now: string
}

export const titleOf = ({ topic }: Pick<ThreadData, 'topic'>) =>
  `${contactTopics[topic]}のお問い合わせ`

/** The answer was promised for a moment that is over. */
export const isLate = (answerBy: string, now: string) => Date.parse(answerBy) < Date.parse(now)

/** One question: its state, what was written, and the field to go on. */
export function Thread({ thread, keys, stayed, isJustSent, now }: ThreadProps) {
  const { ticketNo, stateLabel, message, channel, openedAt, answerBy, open } = thread
  return (
    <Frame title={titleOf(thread)} way={[pages.contact]}>
      <Stopped refused={stayed?.refused} title="送信できませんでした" labels={{ text: LABEL }} />
      {isJustSent ? (
        <Notice tone="good" role="status" title="送信しました">
          {answerBy === undefined
            ? 'お問い合わせを受け付けました。'
            : `${formatDateTime(answerBy)}までに回答します。`}
        </Notice>
      ) : null}
      <p className="lead">{message}</p>
      <SummaryList
        entries={[
          ['番号', ticketNo],
          ['状態', stateLabel],
          ['受付', `${formatDateTime(openedAt)}（${ticketChannels[channel]}）`],
          [
            '回答の期限',
            answerBy &&
              `${formatDateTime(answerBy)}${isLate(answerBy, now) ? '（回答が遅れています。申し訳ありません。）' : ''}`,
          ],
        ]}
      />
      <Section id="thread" title="やりとり">
        <Entries entries={thread.entries} />
      </Section>
      {open ? (
        <Section id="reply" title="続きを書く">
          {/* What was sent leaves the field. */}
          <ReplyForm key={thread.entries.length} {...{ ticketNo, keys, stayed }} />
        </Section>
      ) : null}
      <ButtonLinkRow href={pages.contact}>お問い合わせの一覧に戻る</ButtonLinkRow>
    </Frame>
  )
}

const LABEL = '本文'

function ReplyForm({
  ticketNo,
  keys,
  stayed,
}: Pick<ThreadProps, 'keys' | 'stayed'> & { readonly ticketNo: string }) {
  const of = fieldsFrom(stayed?.typed, errorsOf(stayed?.refused))
  return (
    <KeyedForm
      keys={keys}
      of="reply"
      values={{ intent: 'reply', ticketNo }}
      className="contact-form"
    >
      <TextArea
        {...of('text')}
        label={LABEL}
        required
        rows={5}
        maxLength={2000}
        hint="2,000文字まで。パスワードやカード番号は書かないでください。"
      />
      <SubmitRow kind="primary">送信する</SubmitRow>
    </KeyedForm>
  )
}

type Entry = ThreadData['entries'][number]

const who: Record<Entry['actor'], string> = {
  member: 'お客さま',
  staff: '当社の担当者',
  system: '当社',
}

/** What happened where nothing was written. */
const happened: Record<Entry['kind'], string> = {
  opened: 'お問い合わせを受け付けました。',
  wrote: '続きをお送りいただきました。',
  answered: '回答しました。',
  solved: '回答済みにしました。',
  reopened: '対応を再開しました。',
  closed: 'お問い合わせを終わりました。',
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <ol className="contact-thread" role="list">
      {entries.map((entry) => (
        <li key={entry.position} className={`contact-entry contact-entry--${entry.actor}`}>
          <p className="small muted">
            <strong>{who[entry.actor]}</strong>・
            <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </p>
          <p className="contact-entry__text">{entry.text ?? happened[entry.kind]}</p>
        </li>
      ))}
    </ol>
  )
}
