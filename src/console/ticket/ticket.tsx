import { contactTopics } from '#vocabulary/contact.ts'
import { ticketStateWords } from '#vocabulary/states/ticket.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { consoleMeta } from '#console/shell/crumb.ts'
import { queuePlace } from '#console/shell/places.ts'
import { Badge } from '#ui/badge.tsx'
import { Composer } from './composer.tsx'
import type { LoadedTicket } from './load.ts'
import { TicketSide } from './side.tsx'
import { Thread } from './thread.tsx'

export const handle = { crumbs: [{ href: queuePlace('ticket'), label: 'お問い合わせ' }] }
export const meta = consoleMeta('お問い合わせ')
export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export { loader } from './load.ts'
export { ticketAction as action } from './submit.ts'

const doneWords: Readonly<Record<string, string>> = {
  cancelByLetter: '消印の日で、初期契約解除を受け付けました。会員に知らせました。',
  open: '受け付けました。',
  note: 'メモを残しました。会員には見えません。',
  answer: '回答を送りました。会員のマイページとメールに届きます。',
  draft: '下書きを保存しました。',
  assign: '担当を変えました。',
  snooze: '後で対応にしました。期限は変わりません。',
  wait: '会員のお返事を待っています。期限の時計は止まりました。',
  solve: '解決にしました。14日のうちなら再開できます。',
  merge: 'こちらのお問い合わせにまとめました。',
  reopen: '再開しました。',
  setMember: '会員を記録しました。',
  mandate: '委任を記録しました。',
  outside: '回答を記録しました。',
}

type TicketPageProps = {
  readonly loaderData: LoadedTicket
  readonly actionData: Stayed | undefined
}

/** One case: what is asked, its clock, what was said, and the answer below. */
export default function TicketPage({ loaderData, actionData }: TicketPageProps) {
  const { ticket, done, today } = loaderData
  const said = actionData === undefined ? doneWords[done] : undefined
  return (
    <>
      <div className="page-head">
        <h1>{contactTopics[ticket.topic]}</h1>
        <Badge tone={ticket.group === 'done' ? 'neutral' : 'good'}>
          {ticketStateWords[ticket.state].label}
        </Badge>
        <TimeLeft due={ticket} today={today} />
      </div>
      <Said>{said}</Said>
      <Refused refused={actionData?.refused} />
      <div className="sides">
        <div className="stack">
          <Thread entries={ticket.entries} />
          <Composer loaded={loaderData} stayed={actionData} />
        </div>
        <TicketSide loaded={loaderData} stayed={actionData} />
      </div>
    </>
  )
}
