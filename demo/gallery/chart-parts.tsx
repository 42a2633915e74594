import { dayWords } from '#ui/bars-day.ts'
import { BarsTable } from '#ui/bars-table.tsx'
import { CapChart } from '#ui/cap-chart.tsx'
import { ForecastDial } from '#ui/forecast-dial.tsx'
import { formatDay } from '#ui/format.ts'
import { PersonBar, PersonPatterns } from '#ui/person-bar.tsx'
import { StackChart } from '#ui/stack-chart.tsx'
import { Meter } from '#ui/meter.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { type GalleryPart, part } from './gallery-part.ts'

const highMb = [
  84, 120, 66, 210, 95, 40, 312, 150, 88, 97, 0, 132, 176, 240, 61, 45, 130, 188, 92, 58,
]
const lowMb = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 12, 0, 0, 0, 0, 0, 0, 0, 9]

const days = highMb.map((mb, index) => ({
  date: dayOfNovember(index + 1),
  highBytes: mb * 1_000_000,
  lowBytes: (lowMb[index] ?? 0) * 1_000_000,
  provisional: index === highMb.length - 1,
}))

/** As a cap of 300 MB a day would have left them. */
const capDays = days.map(({ date, highBytes }) => ({
  date,
  label: formatDay(date),
  axis: String(Number(date.slice(8))),
  usedBytes: highBytes,
  withinBytes: Math.min(highBytes, 300_000_000),
}))

/** Of one line, or parted among three. */
const columnsOf = (shares: readonly number[]) =>
  days.map((day) => ({
    key: day.date,
    label: formatDay(day.date),
    ...(day.date.endsWith('01') ? { axis: '11/1' } : {}),
    bytes: shares.map((share) => day.highBytes * share),
    lowBytes: day.lowBytes,
    provisional: day.provisional,
    words: dayWords(day),
  }))

function dayOfNovember(day: number): string {
  return `2026-11-${String(day).padStart(2, '0')}`
}

export const chartParts: readonly GalleryPart[] = [
  part('meter', '残量のメーター', {
    '通常、残りわずか、いっぱい、空': (
      <Meter
        buckets={[
          {
            id: 'carry',
            name: '先月からの繰り越し',
            remainingBytes: 1_250_000_000,
            grantedBytes: 2_000_000_000,
            note: '2026年11月30日（月）まで使えます',
          },
          {
            id: 'topup',
            name: 'データチャージ',
            remainingBytes: 40_000_000,
            grantedBytes: 500_000_000,
            note: '残りわずかです。2027年2月28日（日）まで使えます',
          },
          {
            id: 'base',
            name: '今月の基本データ',
            remainingBytes: 3_000_000_000,
            grantedBytes: 3_000_000_000,
            note: '2026年12月31日（木）まで使えます',
          },
          { id: 'gift', name: '特典', remainingBytes: 0, grantedBytes: 100_000_000 },
        ]}
      />
    ),
  }),
  part('stack-chart', '利用量のグラフ', {
    '1回線': (
      <StackChart
        title="20日間"
        caption="20日間の利用量"
        pickLabel="日を選ぶ"
        columns={columnsOf([1])}
        series={[]}
        limitBytes={110_000_000}
        table={<BarsTable caption="20日間の利用量" days={days} />}
      />
    ),
    '3回線': (
      <>
        <PersonPatterns />
        <StackChart
          title="20日間（家族）"
          caption="20日間の利用量"
          pickLabel="家族の日を選ぶ"
          columns={columnsOf([0.5, 0.3, 0.2])}
          series={['健一', '蓮', 'タブレット'].map((name, tone) => ({ name, tone }))}
          table={<BarsTable caption="20日間の利用量（家族）" days={days} />}
        />
        {[1, 0.6, 0.2].map((share, index) => (
          <PersonBar key={share} tone={index} share={share} />
        ))}
      </>
    ),
  }),
  part('cap-chart', '上限を試した30日', {
    '1日300 MBまで': (
      <CapChart
        caption="1日300 MBまでにすると、20日のうち1日が上限に届きます"
        days={capDays}
        tone={1}
        capBytes={300_000_000}
      />
    ),
    上限なし: <CapChart caption="20日間の利用量" days={capDays} tone={1} capBytes={undefined} />,
  }),
  part('forecast-dial', '見込みの輪', {
    足りる: <ForecastDial days={30} over={21.6} state="ok" words={['11月末まで', '足ります']} />,
    足りない: (
      <ForecastDial
        days={30}
        over={21.6}
        empty={{ early: 25, median: 28, late: 30 }}
        state="short"
        words={['このままなら', '28日（土）', 'ごろまで']}
      />
    ),
    使い切った: (
      <ForecastDial
        days={30}
        over={21.6}
        state="empty"
        words={['12月1日（火）に', '3GB', '入ります']}
      />
    ),
  }),
  part('timeline', '申し込みの流れ', {
    途中: (
      <Timeline
        steps={[
          { title: 'お申し込み', state: 'done', at: '2026-11-18T10:24:00+09:00' },
          { title: '本人確認', state: 'done', at: '2026-11-18T10:31:00+09:00' },
          {
            title: '発送',
            state: 'current',
            at: '2026-11-20',
            note: '配送会社の追跡番号は 1234-5678-9012 です。',
          },
          {
            title: '切り替え',
            state: 'next',
            note: '届いたら、切り替える時刻を選んでください。',
          },
        ]}
      />
    ),
    中止: (
      <Timeline
        steps={[
          { title: 'お申し込み', state: 'done', at: '2026-11-18T10:24:00+09:00' },
          {
            title: '本人確認',
            state: 'failed',
            at: '2026-11-19T09:00:00+09:00',
            note: '書類の文字が読み取れませんでした。もう一度、明るい場所で撮影してください。',
          },
        ]}
      />
    ),
  }),
]
