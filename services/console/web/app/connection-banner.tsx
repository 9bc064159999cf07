import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/language.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './connection-banner.module.css'
import { useConnection } from './live.ts'

const patienceMs = 1500
const farewellMs = 2500

/** Shows unobtrusively when the connection is lost and when it is back. Short interruptions are not shown. */
export const ConnectionBanner = () => {
  const text = useText()
  const isReady = useConnection() === 'ready'
  const [shown, setShown] = useState<'nothing' | 'lost' | 'back'>('nothing')
  useEffect(() => {
    if (!isReady) {
      const timer = setTimeout(() => setShown('lost'), patienceMs)
      return () => clearTimeout(timer)
    }
    setShown((before) => (before === 'lost' ? 'back' : before))
    const timer = setTimeout(() => setShown('nothing'), farewellMs)
    return () => clearTimeout(timer)
  }, [isReady])
  return (
    <div role="status" data-connection={shown}>
      {shown !== 'nothing' && (
        <div className={classNames(styles['banner'], shown === 'back' && styles['back'])}>
          {shown === 'back' ? <Wifi aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
          {text(shown === 'back' ? 'connection.back' : 'connection.lost')}
        </div>
      )}
    </div>
  )
}
