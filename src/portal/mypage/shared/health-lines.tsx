import { Icon, type IconName } from '#ui/icon.tsx'
import { Sentence } from '#ui/sentence.tsx'
import type { HealthLine } from './health-line.ts'

const icons: Readonly<Record<HealthLine['tone'], IconName>> = {
  good: 'check-circle',
  warning: 'warning-circle',
  danger: 'prohibit',
}

export function HealthLines({ lines }: { readonly lines: readonly HealthLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="health" role="list">
      {lines.map(({ tone, text, action }) => (
        <li key={text} className={`health--${tone}`}>
          <Icon name={icons[tone]} />
          <span>
            <Sentence>{text}</Sentence>{' '}
            {action === undefined ? null : <a href={action.href}>{action.label}</a>}
          </span>
        </li>
      ))}
    </ul>
  )
}
