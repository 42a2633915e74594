import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Hidden, HiddenKeys } from '#portal/mypage/flow/form.tsx'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Badge } from '#ui/badge.tsx'
import { formatTime } from '#ui/format.ts'
import { Switch } from '#ui/switch.tsx'
import { fullNameOfLine, isSwitching, wordsOfSpeed } from './line-words.ts'
import type { SwitchAnswer, switchSpeed } from './switch-speed.ts'
import type { HighSpeedLine } from './wire.ts'

type SpeedSwitchProps = {
  readonly line: HighSpeedLine
  readonly keys: FormKeys
  /** What a form sent without script came to. */
  readonly answer: SwitchAnswer | undefined
  /** An outage of data lasts. */
  readonly isTroubled?: boolean
}

/** High speed on or off for one line: a plain form, which with script switches in place. */
export function SpeedSwitch(props: SpeedSwitchProps) {
  const { line, isTroubled } = props
  const words = wordsOfSpeed(line, isTroubled)
  const { form, isSwitching, refusal } = useSpeedForm(props, {})
  return (
    <div className="speed-switch" role="group" aria-label={fullNameOfLine(line.line)}>
      {form}
      <p className="speed-switch__now" role="status">
        {isSwitching ? <Badge tone="warning">切り替え中</Badge> : null} {words.now}
      </p>
      <p className="small muted">{isSwitching ? SWITCHING : words.note}</p>
      {refusal}
    </div>
  )
}

/** The same in one row, where the line's name and use stand beside it: the state in a word. */
export function SpeedSwitchRow(props: SpeedSwitchProps & { readonly state?: string }) {
  const { line, state, isTroubled } = props
  const { form, isSwitching, refusal } = useSpeedForm(props, { isLabelHidden: true, state })
  return (
    <div className="speed-row" role="group" aria-label={fullNameOfLine(line.line)}>
      {form}
      <p className="visually-hidden" role="status">
        {isSwitching ? '切り替え中' : wordsOfSpeed(line, isTroubled).now}
      </p>
      {refusal}
    </div>
  )
}

type Shown = { readonly isLabelHidden?: boolean; readonly state?: string }

function useSpeedForm({ line, keys, answer }: SpeedSwitchProps, shown: Shown) {
  const { lineId } = line.line
  const fetcher = useFetcher<typeof switchSpeed>({ key: `speed-${lineId}` })
  const asked = fetcher.formData?.get('on')
  const on = asked === undefined || asked === null ? line.on : asked === 'on'
  const isBusy = fetcher.state !== 'idle'
  const { form, isWanted, toggle } = useTakingBack(line)
  const own = fetcher.data?.switched ?? (answer?.lineId === lineId ? answer : undefined)
  return {
    isSwitching: isBusy || isSwitching(line),
    form: (
      <fetcher.Form method="post" ref={form}>
        <HiddenKeys keys={keys} of={`speed.${lineId}.${line.on}`} />
        <Hidden values={{ intent: 'speed', lineId }} />
        <Switch
          id={`speed-${lineId}`}
          name="on"
          label="高速データ通信"
          on={on}
          {...shown}
          {...lockOf(line, isBusy, { isWanted, toggle })}
        />
      </fetcher.Form>
    ),
    refusal:
      own?.refused === undefined ? null : (
        <RefusalNotice answersPress title="切り替えられませんでした" reason={own.refused} />
      ),
  }
}

const SWITCHING = '回線の設備へ伝えています。通常は数秒で切り替わります。'

type TakingBack = Pick<ReturnType<typeof useTakingBack>, 'isWanted' | 'toggle'>

/**
 * A switch that was pressed by mistake is switched back when the minute between two changes is over: sooner, two orders
 * to the carrier could overtake each other. A second press calls it off.
 */
function useTakingBack({ change }: HighSpeedLine) {
  const form = useRef<HTMLFormElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  useEffect(() => {
    if (!isWanted || !change.allowed) return
    setWanted(false)
    form.current?.requestSubmit(form.current.querySelector('button'))
  }, [isWanted, change.allowed])
  // Without script a press would only be refused.
  const toggle = isRunning ? () => setWanted((wanted) => !wanted) : undefined
  return { form, isWanted, toggle }
}

/** Why it cannot be switched now; the minute between two changes is given by its end. */
function lockOf(
  { change }: HighSpeedLine,
  busy: boolean,
  { isWanted, toggle }: TakingBack,
): { locked?: string; onLockedPress?: (() => void) | undefined } {
  if (busy) return { locked: '切り替えを送信しています。' }
  if (change.allowed) return {}
  if (change.reasonCode === 'HIGH_SPEED_CHANGED_RECENTLY' && change.freeFrom?.includes('T'))
    return {
      locked: isWanted
        ? `${formatTime(change.freeFrom)}に元に戻します。この画面を開いたままお待ちください。もう一度押すと取りやめます。`
        : `切り替えは1分に1回までです。${formatTime(change.freeFrom)}から切り替えられます。${toggle ? '押しておくと、その時刻に元に戻します。' : ''}`,
      onLockedPress: toggle,
    }
  return { locked: change.message ?? '現在は切り替えられません。' }
}
