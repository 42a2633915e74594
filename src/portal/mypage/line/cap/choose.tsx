import { useEffect, useRef, useState } from 'react'
import { Form } from '#portal/fields/form.tsx'
import { Button } from '#ui/button.tsx'
import { FieldFrame, ariaFor } from '#ui/field-frame.tsx'
import { Segments } from '#ui/segments.tsx'
import type { AskedCap } from './asked.ts'

type ChooseProps = {
  readonly asked: AskedCap
  readonly sliders: Readonly<
    Record<'day' | 'month', { readonly most: number; readonly step: number }>
  >
  readonly errors: Readonly<Record<string, readonly string[]>>
}

/**
 * What is to be tried: nothing is saved by it, so it is asked for by the address. With script each choice is tried at
 * once; without, by the button.
 */
export function Choose({ asked, sliders, errors }: ChooseProps) {
  const form = useRef<HTMLFormElement>(null)
  const tryIt = () => form.current?.requestSubmit()
  return (
    <Form
      method="get"
      className="cap-form"
      ref={form}
      preventScrollReset
      replace
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.type === 'radio') tryIt()
      }}
    >
      <Segments
        id="over"
        name="over"
        label="数える期間"
        chosen={asked.over}
        segments={[
          { value: 'day', label: '1日' },
          { value: 'month', label: '1か月' },
          { value: 'both', label: '両方' },
          { value: 'none', label: 'なし' },
        ]}
      />
      <Volume
        name="dayMb"
        label="1日に高速で使える量"
        typed={asked.dayMb}
        error={errors['dayMb']?.[0]}
        onChosen={tryIt}
        {...sliders.day}
      />
      <Volume
        name="monthMb"
        label="1か月に高速で使える量"
        typed={asked.monthMb}
        error={errors['monthMb']?.[0]}
        onChosen={tryIt}
        {...sliders.month}
      />
      <Button>この30日で試す</Button>
    </Form>
  )
}

type VolumeProps = {
  readonly name: 'dayMb' | 'monthMb'
  readonly label: string
  readonly typed: string
  readonly most: number
  readonly step: number
  readonly error: string | undefined
  readonly onChosen: () => void
}

/** A figure that can be typed, and with script a slider that moves it. */
function Volume({ name, label, typed, most, step, error, onChosen }: VolumeProps) {
  const [value, setValue] = useState(typed)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => setRunning(true), [])
  const tryIt = () => value !== typed && onChosen()
  return (
    <div className={`cap-volume cap-volume--${name}`}>
      <FieldFrame id={name} label={label} hasDefault {...(error !== undefined && { error })}>
        <span className="cap-volume__figure">
          <input
            {...ariaFor(name, { ...(error !== undefined && { error }) })}
            id={name}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            size={6}
            className="field__input"
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            onBlur={tryIt}
          />
          MB
        </span>
      </FieldFrame>
      <div className="cap-slider">
        {isRunning ? (
          <input
            type="range"
            aria-label={`${label}（つまみ）`}
            min={0}
            max={Math.max(most, Number(value) || 0)}
            step={step}
            value={Number(value) || 0}
            onChange={(event) => setValue(event.currentTarget.value)}
            onPointerUp={tryIt}
            onKeyUp={tryIt}
          />
        ) : null}
      </div>
    </div>
  )
}
