import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { Hidden, HiddenKeys, Submit } from '#portal/mypage/flow/form.tsx'
import { errorsOf, Stopped } from '#portal/mypage/flow/stopped.tsx'
import { LoginEnd } from '#portal/login-end/login-end.tsx'
import { LoginTerm } from '#portal/login-end/login-term.tsx'
import { Presses } from '#portal/press/presses.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Form } from '#portal/fields/form.tsx'
import { Icon } from '#ui/icon.tsx'
import { Page } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { TapLink } from '#ui/text-link.tsx'
import { StepRing } from '#ui/step-ring.tsx'
import { loginAddress } from '#vocabulary/login.ts'
import { orderPages } from '#vocabulary/site-pages.ts'
import type { Stayed } from './stayed.ts'
import { GivenAnswers } from './given-answers.tsx'
import { CameBack } from './came-back.tsx'
import { progressOf } from './chapters.ts'
import type { AtStep } from './load.ts'
import { pathOf } from './places.ts'
import { PriceCard, PriceLine } from './price.tsx'
import { useRunningPrice } from './use-running-price.ts'

export type StepProps = {
  readonly at: AtStep
  readonly stayed: Stayed | undefined
}

/** What a field begins with, and what is wrong with it. */
export type FieldOf = (name: string) => {
  readonly name: string
  readonly defaultValue: string
  readonly error?: string
}

/** The fields of a step: as typed just now, else as saved, else as known. */
export function fieldsOf(
  stayed: Stayed | undefined,
  saved: Readonly<Record<string, string | undefined>>,
): FieldOf {
  const errors = errorsOf(stayed?.refused)
  return (name) => {
    const error = errors[name]
    const defaultValue = stayed?.typed[name] ?? saved[name] ?? ''
    return { name, defaultValue, ...(error === undefined ? {} : { error }) }
  }
}

/** The question of a line, which is named where there are several. */
export const ofLine = ({ application, place }: AtStep, question: string) =>
  application.answers.lines.length > 1 && place.line !== undefined
    ? `${place.line}回線目：${question}`
    : question

type FrameProps = StepProps & {
  /** The question itself. */
  readonly title: string
  readonly lead?: ReactNode
  readonly submitLabel?: string
  /** Everything is on the page itself: nothing of it is said again beside it. */
  readonly isLast?: boolean
  /** Absent where nothing is sent: `children` lead on by themselves. */
  readonly hasForm?: boolean
  /** Above the form. */
  readonly head?: ReactNode
  /** Below the form's button. */
  readonly foot?: ReactNode
  /** What the fields are called where an error names them, in the order in which they stand. */
  readonly labels?: Readonly<Record<string, string>>
  readonly children?: ReactNode
}

/** One question: how far one is, the way back, the question, and the running price beside it. */
export function ApplyFrame(props: FrameProps) {
  const {
    at,
    stayed,
    title,
    lead,
    head,
    foot,
    children,
    hasForm = true,
    submitLabel = '次へ',
  } = props
  const { application, place, keys } = at
  const [price, follow] = useRunningPrice(at)
  const isBack = at.savedPress !== undefined && stayed === at.savedPress
  const form = useGoOn(isBack)
  const progress = progressOf(application.steps, place)
  return (
    <Page className="apply">
      <Head progress={progress} title={title} />
      <div className={props.isLast ? 'apply__whole' : 'split apply__split'}>
        <div className="split__main flow">
          {lead === undefined ? null : <p className="apply__lead">{lead}</p>}
          <Problem at={at} />
          {stayed === undefined ? <CameBack /> : null}
          <WhyStopped stayed={stayed} labels={props.labels} />
          {head}
          {hasForm && isBack ? (
            <Notice tone="good" role="status" title="ログインできました">
              {`入力した内容のまま、続きに進みます。進まないときは「${submitLabel}」を押してください。`}
            </Notice>
          ) : null}
          {hasForm ? (
            <Form
              method="post"
              ref={form}
              // Back from the next question is not this again.
              replace={isBack}
              className="form apply__form"
              onChange={follow}
              key={`${pathOf(place)} ${JSON.stringify(stayed ?? null)}`}
            >
              <HiddenKeys keys={keys} of={`${pathOf(place)}.${application.version}`} />
              <Hidden
                values={{
                  step: place.step,
                  version: String(versionOf(at)),
                  line: place.line === undefined ? undefined : String(place.line),
                }}
              />
              {/* The first button is what the Enter key presses. */}
              <button className="visually-hidden" tabIndex={-1} aria-hidden="true" />
              {children}
              <div className="apply__dock">
                <PriceLine price={price} />
                <Submit kind="primary">{submitLabel}</Submit>
              </div>
            </Form>
          ) : (
            children
          )}
          {foot}
        </div>
        {props.isLast ? null : (
          <aside className="split__side flow" aria-label="ここまでの内容と料金">
            <PriceCard price={price} />
            <GivenAnswers at={at} />
          </aside>
        )}
      </div>
      {at.loginLeft ? <LoginTerm /> : null}
      <Presses />
      <LoginEnd left={at.loginLeft} back={orderPages.apply} />
    </Page>
  )
}

/** What was pressed before the login goes on by itself; not where something is to be agreed to anew. */
function useGoOn(isBack: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isBack && form.current?.checkValidity()) form.current.requestSubmit()
  }, [isBack])
  return form
}

/** What a kept press was typed over: another tab may have saved this step since. */
const versionOf = ({ application, place, savedPress }: AtStep) =>
  (place.step === 'confirm' ? undefined : savedPress?.typed['version']) ?? application.version

type HeadProps = {
  readonly progress: ReturnType<typeof progressOf>
  readonly title: string
}

function Head({ progress, title }: HeadProps) {
  const { chapters, current, label, previous } = progress
  const names = chapters.map(({ name }) => name)
  const name = names[current] ?? ''
  const next = names[current + 1]
  return (
    <header className="apply-head">
      <Link className="apply-head__back" to={previous ? pathOf(previous) : orderPages.begin}>
        <Icon name="back" />
        <span className="visually-hidden">前の質問に戻る</span>
      </Link>
      <div className="apply-head__words">
        <p className="apply-head__where">
          <strong>
            {current + 1} / {chapters.length}
          </strong>{' '}
          {name === label ? name : `${name}：${label}`}
          {next === undefined ? null : <span className="apply-head__next">次は{next}</span>}
        </p>
        <h1>{title}</h1>
      </div>
      <StepRing current={current} steps={names} isFilling />
    </header>
  )
}

/** An answer that was given and does not hold any more, with why. */
function Problem({ at: { application, place } }: { readonly at: AtStep }) {
  const step = application.steps.find((one) => one.step === place.step && one.line === place.line)
  // What came of a reading is said by its own step.
  if (step?.problem === undefined || step.step === 'identity') return null
  return (
    <Notice tone="warning" title="もう一度お答えください">
      {step.problem.message}
    </Notice>
  )
}

const namedSentence = (label: string | undefined, sentence: string) =>
  label === undefined || sentence.includes(label) ? sentence : `${label}：${sentence}`

function WhyStopped({
  stayed,
  labels = {},
}: {
  readonly stayed: Stayed | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
}) {
  const order = Object.keys(labels)
  const placeOf = ([field]: readonly [string, string]) =>
    order.includes(field) ? order.indexOf(field) : order.length
  // As the fields stand, not as they were judged.
  const errors = Object.entries(errorsOf(stayed?.refused)).toSorted(
    (one, other) => placeOf(one) - placeOf(other),
  )
  if (stayed?.refused?.code === 'NOT_SIGNED_IN') return <LoginOver />
  if (errors.length === 0) return <Stopped refused={stayed?.refused} title="次へ進めませんでした" />
  return (
    <ErrorSummary
      answer={stayed}
      errors={errors.map(([fieldId, sentence]) => ({
        fieldId,
        message: namedSentence(labels[fieldId], sentence),
      }))}
    />
  )
}

/** What was typed stands in this page alone: the login is made beside it. */
function LoginOver() {
  return (
    <Notice tone="warning" title="ログインの有効時間が切れました" role="alert">
      <p>
        入力した内容は、この画面に残っています。新しいタブでログインしてからこの画面に戻り、もう一度「次へ」を押してください。
      </p>
      <TapLink href={loginAddress(orderPages.apply)} external>
        新しいタブでログインする
      </TapLink>
    </Notice>
  )
}
