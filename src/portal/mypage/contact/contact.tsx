import { data } from 'react-router'
import { contactTopics } from '#vocabulary/contact.ts'
import { callCodePage, contactPage, pages } from '#vocabulary/pages.ts'
import { optionsOf } from '#vocabulary/state-words.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { KeyedForm, SubmitRow } from '#portal/mypage/flow/form.tsx'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { type FormKeys, freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Stopped, errorsOf, fieldsFrom } from '#portal/mypage/flow/stopped.tsx'
import { actions, send, stay, type Stayed } from '#portal/mypage/flow/submit.ts'
import { useIsOffered } from '#portal/mypage/shared/use-is-offered.ts'
import { CallCode } from '#portal/mypage/contact/call-code.tsx'
import { isLate, Thread, titleOf } from '#portal/mypage/contact/thread.tsx'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { contactApi } from '#protocol/contact.ts'
import type { Result } from '#protocol/endpoint.ts'
import { telephoneApi } from '#protocol/telephone.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextArea } from '#ui/field.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Select } from '#ui/select.tsx'
import type { Route } from './+types/contact.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const title = 'お問い合わせ'

/** All of them, or with `no` one and what was written in it, or with `call` the number for the telephone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const keys = freshKeysOf(context)
  const isSent = url.searchParams.has('sent')
  const ticketNo = url.searchParams.get('no')
  const isCall = url.searchParams.has('call')
  const now = pageOf(context).madeAt
  if (ticketNo !== null) {
    const thread = await ask(url, call(contactApi.contactThreadGet, { query: { ticketNo } }))
    return { thread, contacts: [], keys, isSent, isCall: false, now }
  }
  if (isCall) return { thread: undefined, contacts: [], keys, isSent: false, isCall, now }
  const { contacts } = await ask(url, call(contactApi.contactGet))
  return { thread: undefined, contacts, keys, isSent, isCall, now }
}

const sent = ({ value }: { readonly value: Result<typeof contactApi.contactPost> }) =>
  `${contactPage(value.ticketNo)}&sent=1`

const act = actions(
  {
    ask: { endpoint: contactApi.contactPost, to: sent },
    reply: { endpoint: contactApi.contactReplyPost, to: sent },
  },
  'ask',
)

/** A code is shown in the answer to its press and nowhere else: no address and no history has it. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.clone().formData()
  if (textOf(form, 'intent') !== 'code') return act(args)
  const { url, context } = args
  const answer = await send(callOf(context, form), url, telephoneApi.callerCodePost, form)
  return 'value' in answer ? data({ shown: answer.value }) : stay(answer.refused, form)
}

const CALL_TITLE = '電話でのご本人の確認'

export function meta({ loaderData }: Route.MetaArgs) {
  const { thread, isCall } = loaderData ?? {}
  const ofView = thread !== undefined ? titleOf(thread) : isCall ? CALL_TITLE : title
  return pageMeta({ title: ofView, noindex: true })
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { thread, contacts, keys, isSent, isCall, now } = loaderData
  const stayed = actionData !== undefined && 'refused' in actionData ? actionData : undefined
  const shown = actionData !== undefined && 'shown' in actionData ? actionData.shown : undefined
  const isJustSent = isSent && actionData === undefined
  if (thread !== undefined) return <Thread {...{ thread, keys, stayed, isJustSent, now }} />
  if (isCall)
    return (
      <Frame title={CALL_TITLE} way={[pages.contact]}>
        <Stopped refused={stayed?.refused} title="番号を表示できませんでした" labels={{}} />
        <CallCode {...{ keys, shown }} />
        <ButtonLink href={pages.contact}>お問い合わせへ戻る</ButtonLink>
      </Frame>
    )
  return (
    <Frame title={title}>
      <Stopped refused={stayed?.refused} title="送信できませんでした" labels={labels} />
      <p className="lead">
        わからないこと、困っていることをお書きください。24時間受け付け、平日の10時から18時のあいだに回答します。回答すると、お知らせとメールでお伝えします。
      </p>
      <UrgentWay />
      <ContactList {...{ contacts, now }} />
      <Section id="ask" title="新しく問い合わせる">
        <AskForm {...{ keys, stayed }} />
      </Section>
      <Section id="call" title="お電話のときのご本人の確認">
        <p>担当者から番号を求められたら、こちらで表示してお伝えください。</p>
        <ButtonLink href={callCodePage}>電話でお伝えする番号を表示する</ButtonLink>
      </Section>
    </Frame>
  )
}

/** What must not wait for an answer of the desk. */
function UrgentWay() {
  const isOffered = useIsOffered(pages.lost)
  if (!isOffered) return null
  return (
    <Notice tone="info" title="電話をなくしたとき、盗まれたとき">
      <p>
        お返事を待たずに、<a href={pages.lost}>紛失・盗難のとき</a>
        の画面で回線をすぐに止められます。
      </p>
    </Notice>
  )
}

const labels = { topic: 'お問い合わせの内容', text: '本文' }

function AskForm({
  keys,
  stayed,
}: {
  readonly keys: FormKeys
  readonly stayed: Stayed | undefined
}) {
  const of = fieldsFrom(stayed?.typed, errorsOf(stayed?.refused))
  return (
    <KeyedForm keys={keys} of="ask" values={{ intent: 'ask' }} className="contact-form">
      <Select
        {...of('topic', '')}
        label={labels.topic}
        required
        unchosen="選んでください"
        options={optionsOf(contactTopics)}
      />
      <TextArea
        {...of('text')}
        label={labels.text}
        required
        rows={6}
        maxLength={2000}
        hint="いつから、どの回線で、何が起きているか。2,000文字まで。パスワードやカード番号は書かないでください。"
      />
      <SubmitRow kind="primary">送信する</SubmitRow>
    </KeyedForm>
  )
}

type Contact = Result<typeof contactApi.contactGet>['contacts'][number]

type ContactListProps = { readonly contacts: readonly Contact[]; readonly now: string }

function ContactList({ contacts, now }: ContactListProps) {
  if (contacts.length === 0)
    return (
      <EmptyState title="お問い合わせはまだありません">
        下の欄からお問い合わせいただくと、ここにやりとりが残ります。
      </EmptyState>
    )
  return (
    <Section id="contacts" title="これまでのお問い合わせ">
      <ul className="card contact-list" role="list">
        {contacts.map((contact) => (
          <li key={contact.ticketNo}>
            <ContactRow {...{ contact, now }} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ContactRow({ contact, now }: { readonly contact: Contact; readonly now: string }) {
  const { ticketNo, topic, state, stateLabel, openedAt, answerBy } = contact
  return (
    <article className="contact-row" aria-label={`${contactTopics[topic]} ${ticketNo}`}>
      <p>
        <a href={contactPage(ticketNo)}>
          <strong>{contactTopics[topic]}</strong>
          <span className="visually-hidden">のやりとりを開く（{ticketNo}）</span>
        </a>{' '}
        <Badge tone={state === 'waiting_member' ? 'warning' : undefined}>{stateLabel}</Badge>
      </p>
      <p className="small muted">
        {ticketNo}・<time dateTime={openedAt}>{formatDateTime(openedAt)}</time>受付
        {answerBy === undefined
          ? null
          : `・${formatDateTime(answerBy)}${isLate(answerBy, now) ? 'までの回答が遅れています' : 'までに回答'}`}
      </p>
    </article>
  )
}
