import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Split } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Simulation } from './simulate.ts'
import type { loader } from './simulation.ts'
import { Totals } from './totals.tsx'

const ANSWER = '/fee/simulation'

type TopSimulatorProps = {
  readonly first: Simulation | undefined
  /** Told of the first answer, given or asked for. */
  readonly onFirst: (simulation: Simulation) => void
}

/**
 * Three questions and their answer side by side. A plain form: without script it leads to the fee page, with script
 * the answer follows what one chooses.
 */
export function TopSimulator({ first, onFirst }: TopSimulatorProps) {
  const [given, setGiven] = useState(first)
  const { load, data, state } = useFetcher<typeof loader>()
  useEffect(() => {
    if (!given) void load(ANSWER)
  }, [given, load])
  useEffect(() => {
    if (!given && data) setGiven(data)
    if (given) onFirst(given)
  }, [given, data, onFirst])
  const form = useRef<HTMLFormElement>(null)
  const ask = () => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form.current ?? undefined))
      if (typeof value === 'string') query.append(name, value)
    void load(`${ANSWER}?${query}`)
  }
  const simulation = data ?? given
  if (!simulation) return <Skeleton lines={8} label="料金を計算しています" />
  return (
    <Split
      sideLabel="計算の結果"
      side={<Totals simulation={simulation} isBusy={state !== 'idle'} />}
    >
      <form ref={form} method="get" action="/fee#simulator" className="form" onChange={ask}>
        {questionsOf((given ?? simulation).choices).map((question) => (
          <Question key={question.name} {...question} />
        ))}
        <Button>料金を計算する</Button>
      </form>
    </Split>
  )
}

type Asked = { name: string; label: string; chosen: string; options: (readonly [string, string])[] }

function Question({ name, label, chosen, options }: Asked) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={`estimate-${name}`}>
        {label}
      </label>
      <select id={`estimate-${name}`} name={name} className="field__input" defaultValue={chosen}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}

function questionsOf({ sizes, maxLines }: Simulation['choices']): Asked[] {
  return [
    {
      name: 'gb',
      label: '1か月に使うデータ容量',
      chosen: '3',
      options: sizes.map(({ gb, name }) => [gb, gb === '0' ? `${name}（低速のみ）` : name]),
    },
    {
      name: 'lines',
      label: '使う回線の数',
      chosen: '1',
      options: Array.from({ length: maxLines }, (_, index) => [
        String(index + 1),
        index === 0 ? '1回線' : `${index + 1}回線（データ容量を分け合う）`,
      ]),
    },
    {
      name: 'kind',
      label: '電話番号での通話',
      chosen: 'voice',
      options: [
        ['voice', '使う（音声通話SIM）'],
        ['sms', 'SMSだけ使う（データ＋SMS）'],
        ['data', '使わない（データSIM）'],
      ],
    },
  ]
}
