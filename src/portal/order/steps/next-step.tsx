import { ButtonLink } from '#ui/button.tsx'
import type { AtStep } from '../load.ts'
import { isSamePlace, pathOf } from '../places.ts'

/** On, where nothing is left to be sent. */
export function NextStep({ at: { application, place } }: { readonly at: AtStep }) {
  const at = application.steps.findIndex((one) => isSamePlace(one, place))
  const next = application.steps[at + 1] ?? application.next
  return (
    <div className="apply__dock">
      <ButtonLink kind="primary" href={pathOf(next)}>
        次へ
      </ButtonLink>
    </div>
  )
}
