import { Link } from 'react-router'
import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import type { CameBack } from '#console/parts/came-back.ts'
import { cameBack } from '#console/parts/came-back.ts'
import { Press } from '#console/parts/press.tsx'
import { Key } from '#console/shell/icon.tsx'
import { queuePlace } from '#console/shell/places.ts'
import { Field } from '#ui/field.tsx'
import type { WorkQueue } from '#vocabulary/console.ts'
import type { LoadedViews } from './load-views.ts'

type ViewsProps = {
  readonly queue: WorkQueue
  readonly views: LoadedViews
  readonly keys: FormKeys
  readonly answer: CameBack | undefined
}

/** Filters kept by a name, for everybody; S opens the form that keeps the one on the page. */
export function Views({ queue, views: { all, search }, keys, answer }: ViewsProps) {
  const intent = answer?.typed['intent']
  return (
    <div className="filter">
      {all.length === 0 ? null : (
        <nav className="words" aria-label="保存した表示">
          {all.map((view) => (
            <Link
              key={view.name}
              to={`${queuePlace(queue)}?${view.search}`}
              aria-current={view.search === search ? 'page' : undefined}
            >
              {view.name}
            </Link>
          ))}
        </nav>
      )}
      <details className="filter__more" open={intent === 'saveView' || intent === 'removeView'}>
        <summary data-key="s">
          この表示を保存する <Key>S</Key>
        </summary>
        <Press
          keys={keys}
          intent="saveView"
          values={{ queue, search }}
          fields={
            <Field
              id="view-name"
              {...cameBack(answer, 'saveView', 'name')}
              label="表示の名前"
              hint="全員の一覧に出ます。同じ名前なら、置きかわります。"
              required
              maxLength={40}
              autoComplete="off"
            />
          }
        >
          保存する
        </Press>
        {all.map((view) => (
          <Press
            key={view.name}
            keys={keys}
            intent="removeView"
            values={{ queue, search, name: view.name }}
            kind="plain"
          >
            {`「${view.name}」を消す`}
          </Press>
        ))}
      </details>
    </div>
  )
}
