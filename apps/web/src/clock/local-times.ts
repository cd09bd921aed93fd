import { ownTimeFirst } from './format.ts'

/** Shows the times in a sentence in the viewer's zone and in Eastern time. The server writes them in UTC, the same for everyone. */
export function withLocalTimes(sentence: string): string {
  return sentence.replaceAll(/(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) UTC/g, (_, day: string, time: string) => {
    return ownTimeFirst(`${day}T${time}:00.000Z`)
  })
}
