import type { ReactNode } from 'react'
import { claimSteps, successionAnswers } from '#vocabulary/console-queue.ts'
import { consoleActs, type ConsoleAct } from '#vocabulary/console.ts'
import { claimRefusalReasons } from '#vocabulary/device.ts'
import { namesOf, optionsOf } from '#vocabulary/state-words.ts'
import type { Stayed } from '#portal/mypage/flow/submit.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { HandOver } from '#console/parts/hand-over.tsx'
import { dayAfter } from '#console/parts/due.ts'
import { Panel, PanelBody } from '#console/parts/panel.tsx'
import { Press } from '#console/parts/press.tsx'
import { Field, TextArea } from '#ui/field.tsx'
import { formatShortDay } from '#ui/format.ts'
import { Select } from '#ui/select.tsx'
import { choiceWords } from './choices.ts'
import { Fold } from '#console/parts/fold.tsx'
import type { LoadedQueue, OpenedItem } from './load.ts'
import { Propose } from './propose.tsx'
import { fieldId } from '#console/queue/field-id.ts'

type ActsProps = {
  readonly loaded: LoadedQueue
  readonly opened: OpenedItem
  readonly stayed: Stayed | undefined
}

/** What this person's roles can do with the item, each behind its own 確認. */
export function ItemActs(props: ActsProps) {
  const { acts, row } = props.opened
  const own = acts.filter(({ way }) => way === 'does')
  const proposed = acts.filter(({ way }) => way === 'proposes')
  return (
    <Panel title="決める">
      <PanelBody>
        {row.pending === undefined
          ? own.map(({ act, choices }, at) => (
              <Decision
                key={act}
                act={act}
                fitting={choices}
                letter={at === 0 ? 'd' : undefined}
                {...props}
              />
            ))
          : null}
        {proposed.map(({ act }) => (
          <Propose key={act} act={act} {...props} />
        ))}
        {acts.length === 0 ? (
          <p>この件でできる操作は、あなたの役割にはありません。担当の役割に渡してください。</p>
        ) : null}
        <Later {...props} />
        <HandOver
          keys={props.loaded.keys}
          colleagues={props.opened.colleagues}
          values={valuesOf(props)}
          note="note"
          stayed={props.stayed}
        />
      </PanelBody>
    </Panel>
  )
}

function valuesOf({ loaded: { queue }, opened: { row } }: ActsProps) {
  return { queue, item: row.item, ref: row.ref }
}

/** 確認 of a decision: what is chosen, why, and that it can be taken back for a minute. */
type DecisionProps = ActsProps & {
  readonly act: ConsoleAct
  /** Absent where every choice of the act fits. */
  readonly fitting: readonly string[] | undefined
  readonly letter: string | undefined
}

function Decision(props: DecisionProps) {
  const { act, fitting, letter, loaded, stayed } = props
  const fields = fieldsOf[act]
  const [only, ...others] = fitting ?? []
  return (
    <Fold
      // Named by what it can still be, where that is one thing.
      title={only === undefined || others.length > 0 ? consoleActs[act] : choiceWords(only)}
      letter={letter}
      isPrinted
      isOpen={stayed?.typed['intent'] === act}
    >
      <Press
        keys={loaded.keys}
        answersAbove
        intent={act}
        values={valuesOf(props)}
        kind="primary"
        fields={
          <>
            {fields === undefined ? null : fields(stayed, act, fitting)}
            <p className="muted">1分後に実行します。それまでは取り消せます。</p>
          </>
        }
      >
        決める
      </Press>
    </Fold>
  )
}

type FieldsOf = (
  stayed: Stayed | undefined,
  act: ConsoleAct,
  fitting?: readonly string[],
) => ReactNode

const choice =
  (choices: readonly string[], rest?: FieldsOf): FieldsOf =>
  (stayed, act, fitting = choices) => (
    <>
      <Select
        id={fieldId(act, 'choice')}
        {...cameBack(stayed, act, 'choice')}
        label="決め方"
        required
        unchosen="選んでください"
        options={fitting.map((value) => ({ value, label: choiceWords(value) }))}
      />
      {rest?.(stayed, act, fitting)}
    </>
  )

const reason: FieldsOf = (stayed, act) => (
  <TextArea
    id={fieldId(act, 'reason')}
    {...cameBack(stayed, act, 'reason')}
    label="会員にお伝えする理由"
    // Who is accepted is told no reason.
    required={act !== 'application.decide'}
    hint={`${act === 'application.decide' ? 'お断りするときに入力します。' : ''}会員がそのまま読みます。200文字まで。`}
    rows={3}
  />
)

const ofClaim: FieldsOf = (stayed, act, fitting = []) => (
  <>
    {fitting.includes('refuse') ? (
      <Select
        id={fieldId(act, 'refusal')}
        {...cameBack(stayed, act, 'refusal')}
        label="お断りする理由"
        unchosen="お断りするときに選びます"
        options={optionsOf(claimRefusalReasons)}
      />
    ) : null}
    {fitting.includes('repaired') || fitting.includes('sent') ? (
      <Field
        id={fieldId(act, 'trackingNo')}
        {...cameBack(stayed, act, 'trackingNo')}
        label="伝票番号"
        hint="発送したとき"
        autoComplete="off"
      />
    ) : null}
  </>
)

const fieldsOf: Partial<Record<ConsoleAct, FieldsOf>> = {
  'identity.ask': choice(['ask', 'refuse'], reason),
  'application.decide': choice(['accept', 'reject'], reason),
  'succession.ask': choice(successionAnswers, reason),
  'claim.work': choice(namesOf(claimSteps), ofClaim),
  'finding.settle': choice(['settle', 'again']),
}

function Later(props: ActsProps) {
  const { loaded, stayed } = props
  const options = [1, 3, 7].map((days) => {
    const day = dayAfter(loaded.today, days)
    return { value: `${day}T09:00:00+09:00`, label: `${formatShortDay(day)} 9:00` }
  })
  return (
    <Fold title="あとで" letter="h" isPrinted isOpen={stayed?.typed['intent'] === 'snooze'}>
      <Press
        keys={loaded.keys}
        answersAbove
        intent="snooze"
        values={valuesOf(props)}
        fields={
          <Select name="until" label="いつまで" hint="期限は変わりません。" options={options} />
        }
      >
        あとでにする
      </Press>
    </Fold>
  )
}
