import { pages } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { keysOf } from '#portal/mypage/flow/keys.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { api } from '#protocol/index.ts'
import { Card, CardGrid, LinkList } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section } from '#ui/layout.tsx'
import { isServed } from '#portal/mypage/shared/line-words.ts'
import { LostLine } from './lost-line.tsx'
import type { Route } from './+types/lost-page.ts'

const title = '紛失・盗難のとき'

/** Every line that can be lost, with what may be done to it now. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const call = callOf(context)
  const [{ lines }, { operations }] = await Promise.all([
    ask(url, call(api.contractGet)),
    ask(url, call(api.contractChangeStatusGet, { query: {} })),
  ])
  return {
    keys: keysOf(context, url),
    lines: lines.filter(isServed).map((line) => ({
      line,
      suspend: operations.find(
        (one) => one.operation === 'lineSuspend' && one.lineId === line.lineId,
      ),
    })),
  }
}

export const meta = mypageMeta(title)

/** One tap from the top of my page, one more stops the line; what it means is above the buttons. */
export default function LostPage({ loaderData }: Route.ComponentProps) {
  const { lines, keys } = loaderData
  return (
    <Frame title={title}>
      {lines.length === 0 ? (
        <EmptyState title="止められる回線はありません">
          ご利用中の回線があると、ここからすぐに止められます。
        </EmptyState>
      ) : (
        <>
          <ul>
            <li>止めると、数秒で通話・SMS・データ通信ができなくなります。</li>
            <li>止めているあいだも、月々の料金はかかります。</li>
            <li>見つかったら、手数料なしですぐに再開できます。</li>
          </ul>
          <CardGrid className="card-grid lost-lines">
            {lines.map((one) => (
              <Card key={one.line.lineId}>
                <LostLine {...one} keys={keys} />
              </Card>
            ))}
          </CardGrid>
          <Section id="next" title="止めたあとに">
            <LinkList
              entries={[
                {
                  href: pages.simChange,
                  label: 'SIMを再発行する',
                  hint: '電話番号はそのままです。回線を止めたままでも申し込めます。',
                },
              ]}
            />
          </Section>
        </>
      )}
    </Frame>
  )
}
