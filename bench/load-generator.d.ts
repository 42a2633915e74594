/** The part of autocannon that we use; the package brings no types along. */
declare module 'autocannon' {
  type Options = {
    url: string
    amount: number
    connections: number
    headers: Record<string, string>
  }
  type Result = { non2xx: number; errors: number }
  export default function autocannon(options: Options): Promise<Result>
}
