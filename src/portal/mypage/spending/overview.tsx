import { doneAddress } from '#portal/mypage/flow/address.ts'
import { FieldErrors } from '#portal/mypage/flow/form.tsx'
import { Fold } from '#portal/mypage/flow/fold.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { Errors } from '#portal/mypage/flow/load-steps.ts'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import type { Spending, TopUps } from '#portal/mypage/shared/wire.ts'
import { formatDateTime, formatDay, formatMonth, formatYen, formatYenWithTax } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import { billPage, pages } from '#vocabulary/pages.ts'
import { AutoSection } from './auto-section.tsx'
import { LimitForm } from './limit-form.tsx'
import type { Saved } from './load.ts'
import { KeyFigures, owedFigure } from '#portal/mypage/flow/key-figures.tsx'
import { MeterBar } from '#ui/meter.tsx'
import { TapLink } from '#ui/text-link.tsx'

/** This month's packs and traffic against the ceiling: figures, a bar, and what it means in words. */
function MonthSoFar({ spending }: { readonly spending: Spending }) {
  const { month, spentYen, nextFrom, limit } = spending
  const isNear = limit?.reachedPercent !== undefined
  return (
    <KeyFigures
      id="month"
      label="今月の料金"
      what={`${formatMonth(month)}のチャージ・通話・SMS`}
      figures={[
        owedFigure('合計', spentYen),
        ...(limit === null ? [] : [owedFigure('上限まで、あと', limit.leftYen)]),
      ]}
    >
      {limit === null ? null : (
        <div className={isNear ? 'spending-bar meter--low' : 'spending-bar'}>
          <MeterBar share={Math.min(1, spentYen / limit.limitYen)} />
          <p>{againstLimit(limit.limitYen, spentYen)}</p>
        </div>
      )}
      <p className={isNear ? 'spending-near' : 'key-figures__outlook'}>{outlook(limit)}</p>
      <p className="small">
        {`${formatDay(nextFrom)}にまた0円から数えます。基本料金や手数料は含みません。`}
        <a href={billPage(month)}>内訳を見る</a>
      </p>
    </KeyFigures>
  )
}

function againstLimit(limitYen: number, spentYen: number): string {
  const limit = `上限の${formatYen(limitYen)}`
  return spentYen > limitYen
    ? `${limit}を${formatYen(spentYen - limitYen)}超えています`
    : `${limit}のうち、${formatYen(spentYen)}`
}

function outlook(limit: Spending['limit']): string {
  if (limit === null) return '上限は決めていません'
  if (limit.reachedPercent === 100) return 'データチャージの購入を止めています'
  return limit.reachedPercent === 80 ? '上限に近づいています' : '上限まで余裕があります'
}

type OverviewProps = Partial<Omit<Stayed, 'typed'>> & {
  readonly spending: Spending
  readonly packs: TopUps['packs']
  readonly keys: FormKeys
  readonly errors: Errors
  readonly typed: Readonly<Record<string, string>>
  readonly saved: Saved | undefined
  readonly back: string | undefined
}

/** The month so far, both settings as forms, and what they did. */
export function Overview(props: OverviewProps) {
  const { spending, packs, keys, errors, typed, refused, saved, back } = props
  const { limit, autoTopUp, done, history } = spending
  return (
    <>
      <FieldErrors errors={errors} />
      <Stopped refused={refused} title="設定を保存できませんでした" />
      {saved === undefined || refused !== undefined ? null : (
        <SavedNotice saved={saved} limit={limit} back={back} />
      )}
      <MonthSoFar spending={spending} />
      {done.length === 0 ? null : <DoneThisMonth done={done} />}
      <LimitForm
        // A field without state of its own takes what was saved, or typed, only when it is made anew.
        key={`${limit?.limitYen}.${typed['limitYen']}`}
        limit={limit}
        keys={keys}
        typed={typed['limitYen']}
        error={errorsOf(refused)['limitYen']}
        back={back}
      />
      <AutoSection
        key={`auto.${autoTopUp?.setAt}`}
        auto={autoTopUp}
        packs={packs}
        keys={keys}
        errors={errors}
        typed={typed}
      />
      {history.length === 0 ? null : <History history={history} />}
    </>
  )
}

type SavedNoticeProps = {
  readonly saved: Saved
  readonly limit: Spending['limit']
  readonly back: string | undefined
}

function SavedNotice({ saved, limit, back }: SavedNoticeProps) {
  return (
    <Notice tone="good" role="status" title={savedTitle(saved, limit)}>
      {saved === 'limit' && limit?.reachedPercent === 100 ? (
        <p>
          今月の料金は、もう上限に達しています。データチャージは、上限を上げるか翌月1日になると購入できます。
        </p>
      ) : (
        <p>{savedWords[saved]}</p>
      )}
      {back === undefined ? null : <TapLink href={back}>元の画面に戻る</TapLink>}
    </Notice>
  )
}

function savedTitle(saved: Saved, limit: Spending['limit']): string {
  if (saved === 'autoEnd') return '自動データチャージをやめました'
  if (saved === 'limitEnd' || limit === null) return '料金の上限をなくしました'
  return `料金の上限を${formatYen(limit.limitYen)}にしました`
}

const savedWords: Readonly<Record<Saved, string>> = {
  limit: 'いまから、この上限を超えるデータチャージは購入できません。',
  limitEnd: 'データチャージは、料金の合計にかかわらず購入できます。',
  autoEnd: 'これからは、データが減っても自動では購入しません。',
}

type Entry = Spending['done'][number]

function DoneThisMonth({ done }: { readonly done: readonly Entry[] }) {
  return (
    <Section id="done" title="今月したこと">
      <Table<Entry>
        caption="上限と自動データチャージが今月したこと"
        captionHidden
        lean
        rows={done}
        rowKey={({ at, message }) => `${at}${message}`}
        columns={[
          ['内容', entryWords, { rowHeader: true }],
          [
            '料金',
            ({ paidYen }) => (paidYen === undefined ? '' : formatYenWithTax(paidYen)),
            { numeric: true },
          ],
          ['日時', ({ at }) => formatDateTime(at)],
        ]}
      />
    </Section>
  )
}

const entryWords = ({ message, orderNo }: Entry) =>
  orderNo === undefined ? message : <a href={doneAddress(pages.topUp, orderNo)}>{message}</a>

function History({ history }: { readonly history: Spending['history'] }) {
  return (
    <Fold title="設定の履歴" hint={`${history.length}件`}>
      <ul className="spending-history">
        {history.map(({ at, message }) => (
          <li key={`${at}${message}`}>
            <span className="small muted">{formatDateTime(at)}</span> {message}
          </li>
        ))}
      </ul>
    </Fold>
  )
}
