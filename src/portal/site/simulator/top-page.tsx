import { pageContext } from '#portal/context.ts'
import type { PageHandle } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { FragmentPage } from '#portal/site/fragment.tsx'
import { fetchPage, loadPage } from '#portal/site/load-page.ts'
import { OutagesLive } from '#portal/site/outage/outages-now.tsx'
import { simulate, type Simulation } from './simulate.ts'
import { TopSimulator } from './top-simulator.tsx'
import type { Route } from './+types/top-page.ts'

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
