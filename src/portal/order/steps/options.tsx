import { Checkbox } from '#ui/checkbox.tsx'
import { FieldNotes } from '#ui/field-frame.tsx'
import { Field } from '#ui/field.tsx'
import { formatYen } from '#ui/format.ts'
import { ApplyFrame, fieldsOf, type FieldOf, type StepProps } from '../frame.tsx'
import type { Application } from '../wire.ts'

type Offered = Application['optionsOffered'][number]

const valueOf = (optionCode: string, line?: number) =>
  JSON.stringify(line === undefined ? { optionCode } : { line, optionCode })

export function OptionsStep({ at, stayed }: StepProps) {
  const { application, carried } = at
  const { options = [], lines } = application.answers
  const of = fieldsOf(
    stayed,
    Object.fromEntries(options.map(({ line, forwardTo }) => [`forwardTo${line}`, forwardTo])),
  )
  const { error } = of('options')
  const offered = application.optionsOffered
  const saved = application.answers.options ?? chosenIn(offered, carried.options)
  const ticked = stayed?.ticked ?? saved.map(({ optionCode, line }) => valueOf(optionCode, line))
  const ofContract = offered.filter(({ scope }) => scope === 'contract')
  return (
    <ApplyFrame
      at={at}
      stayed={stayed}
      title="オプションを選んでください"
      lead="付けなくても使えます。開通後にマイページで追加や解約ができるので、いま決めなくても構いません。"
    >
      <div
        id="options"
        tabIndex={-1}
        className={error === undefined ? 'form' : 'form field--wrong'}
      >
        <FieldNotes id="options" {...(error === undefined ? {} : { error })} />
        {lines.map(({ line, nickname }) => (
          <Group
            key={line}
            legend={`${line}回線目${nickname ? `（${nickname}）` : ''}`}
            offered={offered.filter((one) => one.scope === 'line' && one.lines.includes(line))}
            all={offered}
            {...{ line, ticked, of }}
          />
        ))}
        <Group legend="ご契約全体" offered={ofContract} all={offered} {...{ ticked, of }} />
      </div>
    </ApplyFrame>
  )
}

/** What was ticked in the fee simulator, for each line it is for. */
const chosenIn = (offered: readonly Offered[], codes: readonly string[]) =>
  offered
    .filter(({ optionCode }) => codes.includes(optionCode))
    .flatMap(({ optionCode, scope, lines }) =>
      scope === 'contract' ? [{ optionCode }] : lines.map((line) => ({ optionCode, line })),
    )
    .map((one): { optionCode: string; line?: number } => one)

type GroupProps = {
  readonly legend: string
  readonly offered: readonly Offered[]
  readonly all: readonly Offered[]
  readonly line?: number
  readonly ticked: readonly string[]
  readonly of: FieldOf
}

function Group({ legend, offered, all, line, ticked, of }: GroupProps) {
  if (offered.length === 0) return null
  const nameOf = (code: string) => all.find(({ optionCode }) => optionCode === code)?.name ?? ''
  return (
    <fieldset className="field apply-options">
      <legend className="field__label">{legend}</legend>
      {offered.map(({ optionCode, name, description, monthlyYen, asks, excludes }) => {
        const value = valueOf(optionCode, line)
        const others = excludes.map(nameOf).filter(Boolean).join('、')
        return (
          <div key={optionCode} className="apply-option">
            <Checkbox
              name="options"
              id={`option-${line ?? 0}-${optionCode}`}
              value={value}
              label={
                <>
                  {name}
                  <span className="apply-option__price">
                    {monthlyYen === 0 ? '0円' : `月${formatYen(monthlyYen)}`}
                  </span>
                </>
              }
              hint={`${description}${others === '' ? '' : `${others}とは、同時に付けられません。`}`}
              defaultChecked={ticked.includes(value)}
            />
            {asks === 'forwardTo' ? (
              <Field
                {...of(`forwardTo${line}`)}
                label="転送先の電話番号"
                type="tel"
                inputMode="tel"
                autoComplete="off"
              />
            ) : null}
          </div>
        )
      })}
    </fieldset>
  )
}
