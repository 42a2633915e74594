const procedureSteps = ['入力', '確認', '完了'] as const

type StepIndicatorProps = {
  /** Counted from 0. */
  readonly current: number
  readonly steps?: readonly string[]
}

export function StepIndicator({ current, steps = procedureSteps }: StepIndicatorProps) {
  return (
    <ol className="step-indicator" aria-label="手続きの進み具合">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'step-indicator__passed' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-indicator__dot" aria-hidden="true">
            {index < current ? '✓' : index + 1}
          </span>
          {step}
          {index < current ? <span className="visually-hidden">（済み）</span> : null}
        </li>
      ))}
    </ol>
  )
}
