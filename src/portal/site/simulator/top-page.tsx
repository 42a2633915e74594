import { pageContext } from '#portal/context.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { OutagesLive } from '#portal/site/outage/outages-now.tsx'
import { type Simulation, simulate } from './simulate.ts'
import type { Route } from './+types/top-page.ts'
import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Questions } from './questions.tsx'
import type { loader } from './simulation.ts'
import { Totals } from './totals.tsx'

const ANSWER = '/fee/simulation'

type TopSimulatorProps = {
  readonly first: Simulation | undefined
  /** Told of the first answer, given or asked for. */
  readonly onFirst: (simulation: Simulation) => void
}

/**
 * Three questions and their answer in one card. A plain form: without script it leads to the fee page, with script
 * the answer follows what one chooses.
 */
function TopSimulator({ first, onFirst }: TopSimulatorProps) {
  const [given, setGiven] = useState(first)
  const { load, data, state } = useFetcher<typeof loader>()
  useEffect(() => {
    if (!given) void load(ANSWER)
  }, [given, load])
  useEffect(() => {
    if (!given && data) setGiven(data)
    if (given) onFirst(given)
  }, [given, data, onFirst])
  const form = useRef<HTMLFormElement>(null)
  const ask = () => {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form.current ?? undefined))
      if (typeof value === 'string') query.append(name, value)
    void load(`${ANSWER}?${query}`)
  }
  const simulation = data ?? given
  if (!simulation) return <Skeleton lines={8} label="料金を計算しています" />
  return (
    <div className="estimate">
      <form
        ref={form}
        method="get"
        action="/fee#simulator"
        aria-label="3つの質問で、毎月の料金を試算"
        onChange={ask}
      >
        <Questions
          asked={(given ?? simulation).asked}
          choices={(given ?? simulation).choices}
          errors={{}}
        />
        <noscript>
          <Button>料金を計算する</Button>
        </noscript>
      </form>
      <Totals simulation={simulation} isBusy={state !== 'idle'} />
    </div>
  )
}

export const handle: PageHandle = { page: { isAnnounce: true } }

/** The top page with the answer most people begin with (3 GB, one voice line): a true price before any question. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const simulation = await simulate(callOf(context), new URLSearchParams())
  const outages = context.get(pageContext)?.outages()
  return { ...loadPage(context, url), simulation, outages }
}

/** In the browser only: the first answer once it was seen. Who comes back finds the page as high as it was. */
let seen: Simulation | undefined

/** In the app the fragment travels, and the simulator asks for its first answer once. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  return { ...(await fetchPage(url)), simulation: seen, outages: undefined }
}

export { fragmentMeta as meta, isOtherPage as shouldRevalidate } from '#portal/site/load-page.ts'

export default function TopPage({ loaderData }: Route.ComponentProps) {
  return (
    <FragmentPage
      page={loaderData}
      slots={{
        'top-simulator': <TopSimulator first={loaderData.simulation} onFirst={keep} />,
        'outages-live': <OutagesLive first={loaderData.outages} />,
      }}
    />
  )
}

function keep(simulation: Simulation) {
  seen = simulation
}
