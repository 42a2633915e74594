import { useEffect, useRef, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Typing is followed only when it pauses. */
const PAUSE_MS = 150

/**
 * Loads the answer to the query in the address whenever the query changes, from a resource route of ours; the form's
 * state is the address, so that a link keeps the answer.
 * @param isAnswered the page came with the answer to the query it was opened with.
 */
export function useFollowQuery(
  load: (href: string) => Promise<void>,
  resource: string,
  hasAnswer: boolean,
): void {
  const { search } = useLocation()
  const taken = useRef(hasAnswer ? search : undefined)
  useEffect(() => {
    if (taken.current === search) return undefined
    const follow = () => {
      taken.current = search
      void load(resource + search)
    }
    const timer = setTimeout(follow, taken.current === undefined ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [load, resource, search])
}

type Query = { readonly form: HTMLFormElement; readonly query: URLSearchParams }

/**
 * Puts what the form says into the address of its page, without what is left empty; the answer follows the address.
 * @param answered leads to the answer when the form is sent.
 */
export function useAddressForm(
  pathname: string,
  taken: (page: Document) => void,
  isLeftOut: (name: string, so: Query) => boolean = () => false,
) {
  const ref = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const ask = () => {
    const form = ref.current
    if (!form) return
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '' && !isLeftOut(name, { form, query }))
        query.append(name, value)
    void navigate({ pathname, search: `${query}` }, { replace: true, preventScrollReset: true })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask()
    taken(document)
  }
  return { form: ref, ask, submit }
}
