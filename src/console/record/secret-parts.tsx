import { formatMoment } from '#console/parts/due.ts'
import { callKindLabels } from '#vocabulary/call.ts'
import { Nothing } from '#console/parts/panel.tsx'
import { Rows } from '#console/parts/rows.tsx'
import { recordPlace } from '#console/shell/places.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { formatDate, formatDateTime, formatDuration, formatPhone } from '#ui/format.ts'
import type { PartLoaded } from './load.ts'
import type { ValueOf } from './load-part.ts'
import { MoreLink } from './more-link.tsx'
import { usedColumns } from './used-columns.ts'

/** Secret by law (電気通信事業法4条): shown by a code that the member gave for just this. */
export function CallsPart({
  loaded,
  value,
}: {
  readonly loaded: PartLoaded
  readonly value: ValueOf<'calls'> | undefined
}) {
  const { asked, grant, lines } = loaded
  return (
    <>
      <form className="form-row panel__body" action={recordPlace(grant.grant, 'calls')}>
        {lines === undefined ? (
          <Field
            name="lineId"
            label="回線の番号"
            required
            autoComplete="off"
            defaultValue={asked.lineId}
          />
        ) : (
          <Select
            name="lineId"
            label="回線"
            defaultValue={asked.lineId}
            options={lines.map(({ lineId, nickname, number }) => ({
              value: lineId,
              label: `${nickname} ${formatPhone(number)}`.trim(),
            }))}
          />
        )}
        <Field name="from" type="date" label="いつから" required defaultValue={asked.from} />
        <Field name="to" type="date" label="いつまで" required defaultValue={asked.to} />
        <Button>明細を見る</Button>
      </form>
      {value === undefined ? null : value.rows.length === 0 ? (
        <Nothing>この期間の通話とSMSはありません。</Nothing>
      ) : (
        <Rows
          caption="通話とSMSの明細"
          rows={value.rows}
          rowKey={({ recordId }) => recordId}
          columns={[
            ['日時', ({ at }) => formatMoment(at), { isTitle: true }],
            ['種類', ({ kind }) => callKindLabels[kind]],
            ['相手', ({ toMasked }) => toMasked],
            [
              '長さ',
              ({ durationSeconds, messages }) =>
                durationSeconds === undefined
                  ? `${messages ?? 0}通`
                  : formatDuration(durationSeconds),
              { isEnd: true },
            ],
            ['料金', ({ amountTenthsYen }) => `${amountTenthsYen / 10}円`, { isEnd: true }],
          ]}
        />
      )}
      <MoreLink loaded={loaded} cursor={value?.nextCursor} />
    </>
  )
}

export function DailyUsePart({ value }: { readonly value: ValueOf<'dailyUse'> }) {
  return (
    <Rows
      caption="日ごとの利用"
      rows={value.days.toReversed()}
      rowKey={({ date }) => date}
      columns={[['日', ({ date }) => formatDate(date), { isTitle: true }], ...usedColumns]}
    />
  )
}

export function SeenDevicePart({ value }: { readonly value: ValueOf<'seenDevice'> }) {
  return value.devices.length === 0 ? (
    <Nothing>回線で使っている端末は、まだ分かっていません。</Nothing>
  ) : (
    <Rows
      caption="利用中の端末"
      rows={value.devices}
      rowKey={({ deviceId }) => deviceId}
      columns={[
        ['端末', ({ maker, name }) => `${maker} ${name}`, { isTitle: true }],
        ['回線', ({ line }) => line.nickname],
        ['はじめて', ({ firstSeenOn }) => formatDate(firstSeenOn), { isQuiet: true }],
        ['最後', ({ lastSeenAt }) => formatDateTime(lastSeenAt)],
      ]}
    />
  )
}
