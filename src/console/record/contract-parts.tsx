import { formatMoment } from '#console/parts/due.ts'
import { workItems } from '#vocabulary/console-queue.ts'
import { lockLabels } from '#vocabulary/lock.ts'
import { wrongKinds } from '#vocabulary/console-record.ts'
import { optionStateWords } from '#vocabulary/states/option.ts'
import { kindLabels, simSizeLabels } from '#vocabulary/line.ts'
import { wordsOfSpeed } from '#portal/mypage/shared/line-words.ts'
import { Facts, Nothing } from '#console/parts/panel.tsx'
import { Rows, type RowColumn } from '#console/parts/rows.tsx'
import { Icon } from '#console/shell/icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatDate, formatDateTime, formatMonth, formatVolume, formatYen } from '#ui/format.ts'
import type { PartLoaded } from './load.ts'
import type { ValueOf } from './load-part.ts'
import { MoreLink } from './more-link.tsx'
import { deadlineWords } from './words.ts'

export const formatWhen = (when: string) =>
  when.includes('T') ? formatDateTime(when) : formatDate(when)

/** A finding by the heading of its queue's row, a lock by its name, a bill by its month; a line or an order by its number. */
const refWords = (ref: string): string =>
  new Map<string, string>(Object.entries({ ...workItems, ...lockLabels })).get(ref) ??
  (/^\d{4}-\d{2}$/.test(ref) ? `${formatMonth(ref)}分` : ref)

/** What is wrong first; then the contract, its state and the next date. */
export function SummaryPart({ value }: { readonly value: ValueOf<'summary'> }) {
  const { wrong, contract, next, booked } = value
  return (
    <>
      <h2 className="part-head">うまくいっていないこと</h2>
      {wrong.length === 0 ? (
        <Nothing>未払い・停止・保留・お住まいの障害はありません。</Nothing>
      ) : (
        <ul className="plain-rows wrong">
          {wrong.map(({ kind, count, since, yen, until, refs }) => (
            <li key={kind}>
              <Icon name="warning-circle" />
              <b>{wrongKinds[kind]}</b>
              <span className="muted">
                {[
                  count > 1 ? `${count}件` : '',
                  yen === undefined ? '' : formatYen(yen),
                  since === undefined ? '' : `${formatWhen(since)}から`,
                  until === undefined ? '' : `${formatWhen(until)}まで`,
                  refs.map(refWords).join('、'),
                ]
                  .filter((word) => word !== '')
                  .join('・')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {contract === undefined ? (
        <Nothing>ご契約はまだありません。</Nothing>
      ) : (
        <dl className="figures">
          <div>
            <dt>契約</dt>
            <dd>{contract.planName}</dd>
            <dd>
              <small>
                {contract.statusLabel}・{contract.lines}回線
                {contract.startedOn === undefined
                  ? null
                  : `・${formatDate(contract.startedOn)}から`}
                {contract.endsOn === undefined ? null : `・${formatDate(contract.endsOn)}まで`}
              </small>
            </dd>
          </div>
          <div>
            <dt>月額（税込）</dt>
            <dd>{formatYen(contract.monthlyYen)}</dd>
          </div>
          <div>
            <dt>オプション</dt>
            <dd>{contract.options}件</dd>
          </div>
          {next === undefined ? null : (
            <div>
              <dt>次の期日</dt>
              <dd>{formatWhen(next.at ?? next.on ?? value.asOf)}</dd>
              <dd>
                <small>{deadlineWords[next.kind]}</small>
              </dd>
            </div>
          )}
        </dl>
      )}
      {booked.length === 0 ? null : (
        <div className="panel__body">
          <h3>予約</h3>
          <Facts
            facts={booked.map(({ title, effectiveOn }) => [
              title,
              `${formatDate(effectiveOn)}から`,
            ])}
          />
        </div>
      )}
    </>
  )
}

const lineColumns: readonly RowColumn<ValueOf<'lines'>['lines'][number]>[] = [
  ['名前', ({ line }) => line.nickname || `${line.position}回線目`, { isTitle: true }],
  ['電話番号', ({ line }) => line.number],
  [
    '種類',
    ({ line }) =>
      `${kindLabels[line.type === 1 ? 'data' : line.type === 2 ? 'sms' : 'voice']}・${simSizeLabels[line.simSize]}`,
    { isQuiet: true },
  ],
  ['状態', ({ line }) => line.statusLabel],
  [
    '速度',
    ({ speed, speedReason }) => (
      <Badge tone={speed === 'high' ? 'good' : 'warning'}>
        {wordsOfSpeed({ speedReason }, false).now}
      </Badge>
    ),
  ],
  [
    '今月の利用',
    ({ usedThisMonthBytes }) => formatVolume(usedThisMonthBytes, 'used'),
    { isEnd: true },
  ],
  [
    '終わり',
    ({ line }) => line.endsOn && formatDate(line.endsOn),
    { isQuiet: true, onPhone: 'hidden' },
  ],
]

export function LinesPart({ value }: { readonly value: ValueOf<'lines'> }) {
  return (
    <>
      {value.lines.length === 0 ? (
        <Nothing>使われている回線はありません。</Nothing>
      ) : (
        <Rows
          caption="回線"
          rows={value.lines}
          rowKey={({ line }) => line.lineId}
          columns={lineColumns}
        />
      )}
      <div className="panel__body">
        {value.lines.length === 0 ? null : (
          <p className="muted">
            利用量は今月の合計です。日ごとの量は、会員のコードがあるときだけ開きます。
          </p>
        )}
        {value.add.allowed ? null : (
          <p>
            <b>回線の追加は、いまできません：</b>
            {value.add.message}
          </p>
        )}
        <h3>オプション</h3>
        {value.options.length === 0 ? (
          <p className="muted">オプションはありません。</p>
        ) : (
          <Facts
            facts={value.options.map(({ name, line, state, endsOn }) => [
              name,
              [line?.nickname, optionStateWords[state].label, endsOn && `${formatDate(endsOn)}まで`]
                .filter((word) => word !== undefined && word !== '')
                .join('・'),
            ])}
          />
        )}
      </div>
    </>
  )
}

type OrdersProps = { readonly value: ValueOf<'orders'>; readonly loaded: PartLoaded }

/** What is under way, and of everything else whether it could be asked for now: why not, in the member's own sentence. */
export function OrdersPart({ value, loaded }: OrdersProps) {
  const refused = value.operations.filter(({ allowed }) => !allowed)
  return (
    <>
      {value.rows.length === 0 ? (
        <Nothing>お手続きはありません。</Nothing>
      ) : (
        <Rows
          caption="お手続き"
          rows={value.rows}
          rowKey={({ orderNo }) => orderNo}
          columns={[
            ['手続き', ({ title }) => title, { isTitle: true }],
            ['受付番号', ({ orderNo }) => orderNo, { isQuiet: true }],
            ['状態', ({ stateLabel }) => stateLabel],
            ['受付', ({ orderedAt }) => formatMoment(orderedAt), { isQuiet: true }],
            [
              '次',
              ({ next }) => next && `${next.label} ${formatWhen(next.on)}`,
              { onPhone: 'whole' },
            ],
          ]}
        />
      )}
      <MoreLink loaded={loaded} cursor={value.nextCursor} />
      <div className="panel__body">
        <h3>いまできないこと</h3>
        {refused.length === 0 ? (
          <p className="muted">すべての手続きを受け付けられます。</p>
        ) : (
          <Facts
            facts={[
              ...new Map(
                // Of several lines the same is said once.
                refused.map(({ label, message, freeFrom }) => [
                  label,
                  `${message ?? ''}${freeFrom === undefined ? '' : `（${formatWhen(freeFrom)}から）`}`,
                ]),
              ),
            ]}
          />
        )}
      </div>
    </>
  )
}
