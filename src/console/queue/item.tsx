import { Link } from 'react-router'
import { consoleActs } from '#vocabulary/console.ts'
import { dueReasons, workItems, workQuestions } from '#vocabulary/console-queue.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { Said } from '#portal/mypage/flow/said.tsx'
import { formatDue } from '#console/parts/due.ts'
import { Facts, Panel, PanelBody } from '#console/parts/panel.tsx'
import { Press } from '#console/parts/press.tsx'
import { OpenRecord } from '#console/record/open-record.tsx'
import { Refused } from '#console/parts/refused.tsx'
import { StatePanel } from '#console/shell/failure.tsx'
import { TimeLeft } from '#console/parts/time-left.tsx'
import { ticketPlace, queuePlace } from '#console/shell/places.ts'
import { ButtonLink } from '#ui/button.tsx'
import { formatDateTime, formatTime } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { ItemActs } from './acts.tsx'
import { choiceWords } from './choices.ts'
import { factsOf } from './facts.ts'
import type { LoadedQueue, OpenedItem } from './load.ts'
import { Holder } from './holder.tsx'
import { dueOf, rowKeyOf } from './row.ts'
import { ShownPart } from './shown-part.tsx'
import type { Shown } from './shown.ts'
import { fieldIdOf } from '#console/queue/field-id.ts'

type ItemPartProps = { readonly loaded: LoadedQueue; readonly opened: OpenedItem }

type ItemProps = {
  readonly loaded: LoadedQueue
  readonly answer: Stayed | { readonly shown: Shown } | undefined
}

const doneWords: Readonly<Record<string, string>> = {
  take: '担当しました。',
  handOver: '引き継ぎました。',
  snooze: '後で対応にしました。期限は変わりません。',
  next: '次の1件を担当しました。',
  decide: '受け付けました。1分後に実行します。それまでは取り消せます。',
  takeBack: '取り消しました。何も実行されていません。',
}

/** What is asked, the facts, what happens if it is left, the acts; then who did what. */
export function Item({ loaded, answer }: ItemProps) {
  const { item, queue } = loaded
  const stayed = answer !== undefined && 'refused' in answer ? answer : undefined
  const shown = answer !== undefined && 'shown' in answer ? answer.shown : undefined
  if (item === undefined || !('row' in item))
    return (
      <div className="beside__item">
        <StatePanel icon="check-circle" title="この件は、もう列にありません">
          <p>
            ほかの人が片づけたか、会員の手続きや自動の処理で解決しました。一覧から次の件を開いてください。
          </p>
          <p>
            <ButtonLink href={queuePlace(queue)}>一覧へ</ButtonLink>
          </p>
        </StatePanel>
      </div>
    )
  return (
    <article
      className="beside__item item-pane"
      key={rowKeyOf(item.row)}
      aria-label={workItems[item.row.item]}
    >
      <ItemHead loaded={loaded} opened={item} />
      <Said>{answer === undefined ? doneWords[loaded.done] : undefined}</Said>
      <Refused refused={stayed?.refused} idOf={(name) => fieldIdOf(stayed, name)} />
      <p className="if-left">
        <b>放置すると：</b>
        {item.row.ifLeft}
      </p>
      <Pending loaded={loaded} opened={item} />
      <Panel title="この件">
        <PanelBody>
          <Facts
            facts={[
              ...factsOf(item.row),
              ['期限', `${formatDue(item.row.due, loaded.today)}（${dueReasons[item.row.dueBy]}）`],
              ['列に入った', formatDateTime(item.row.since)],
              ['担当', <Holder key="holder" row={item.row} />],
              ['会員', item.row.accountId],
              ['契約', item.row.contractId],
              ['番号', item.row.ref],
              [
                'お問い合わせ',
                item.row.ticketNo === undefined ? undefined : (
                  <Link to={ticketPlace(item.row.ticketNo)}>{item.row.ticketNo}</Link>
                ),
              ],
            ]}
          />
        </PanelBody>
      </Panel>
      <ShownPart loaded={loaded} opened={item} shown={shown} />
      <ItemActs loaded={loaded} opened={item} stayed={stayed} />
      <ItemMember loaded={loaded} opened={item} />
      <History opened={item} />
    </article>
  )
}

function ItemHead({ loaded, opened: { row } }: { loaded: LoadedQueue; opened: OpenedItem }) {
  const { keys, today, list, queue } = loaded
  return (
    <div className="page-head">
      <h1>{workQuestions[row.item] ?? workItems[row.item]}</h1>
      {workQuestions[row.item] === undefined ? null : <p>{workItems[row.item]}</p>}
      <TimeLeft due={dueOf(row, list.asOf)} today={today} />
      {row.holder?.isMe ? null : (
        <Press
          keys={keys}
          intent="take"
          values={{ queue, item: row.item, ref: row.ref }}
          letter="A"
        >
          受け持つ
        </Press>
      )}
      <Link className="beside__back" to={queuePlace(queue)} data-key="escape">
        一覧へ戻る
      </Link>
    </div>
  )
}

/** The record behind the item, opened out of its case; who takes the item gives it one. */
function ItemMember({ loaded: { keys, queue }, opened: { row } }: ItemPartProps) {
  if (row.accountId === undefined) return null
  return (
    <Panel title="会員の記録">
      <PanelBody>
        {row.ticketNo === undefined ? (
          <p>受け持つと、お問い合わせの番号が付き、記録を開けるようになります。</p>
        ) : (
          <OpenRecord
            keys={keys}
            account={row.accountId}
            ticket={row.ticketNo}
            isTicketFixed
            reason="work"
            about={queue}
          />
        )}
      </PanelBody>
    </Panel>
  )
}

/** A decision of the last minute: what will be done, and the way back. */
function Pending({
  loaded: { keys, queue },
  opened: { row },
}: {
  loaded: LoadedQueue
  opened: OpenedItem
}) {
  const { pending } = row
  if (pending === undefined) return null
  return (
    <Notice title={`${consoleActs[pending.act]}：${choiceWords(pending.choice)}`}>
      <p>
        {pending.by.name}さんが決めました。{formatTime(pending.carriedOutFrom)}から実行します。
        {pending.isMine ? 'それまでは取り消せます。' : null}
      </p>
      {pending.isMine ? (
        <Press
          keys={keys}
          answersAbove
          intent="takeBack"
          values={{ queue, item: row.item, ref: row.ref, decisionId: pending.decisionId }}
          letter="Z"
        >
          取り消す
        </Press>
      ) : null}
    </Notice>
  )
}

const states = {
  waiting: '実行を待っています',
  carried_out: '実行しました',
  taken_back: '取り消しました',
  failed: '実行できませんでした',
} as const

function History({ opened: { history } }: { readonly opened: OpenedItem }) {
  if (history.length === 0) return null
  return (
    <Panel title="これまで">
      <PanelBody>
        <ol className="happened">
          {history.map(({ act, choice, by, decidedAt, state }) => (
            <li key={decidedAt}>
              <time dateTime={decidedAt}>{formatDateTime(decidedAt)}</time>
              <span>
                {consoleActs[act]}
                <small>
                  {choiceWords(choice)}・{by.name}・{states[state]}
                </small>
              </span>
            </li>
          ))}
        </ol>
      </PanelBody>
    </Panel>
  )
}
