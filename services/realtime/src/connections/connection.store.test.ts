import { readConfig } from '@wp/config'
import { newId } from '@wp/kernel'
import { createMetrics } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { realtimeConfig } from '../config.ts'
import { openConnections } from './connection.store.ts'

describe('openConnections', () => {
  it('limits each workspace to 10,000 connections, and frees a slot when one closes', () => {
    const { maxSocketsPerWorkspace } = readConfig(realtimeConfig, {})
    const connections = openConnections(createMetrics('test'), maxSocketsPerWorkspace)
    const [mine, other] = [newId(), newId()]
    for (let count = 0; count < 10_000; count += 1) expect(connections.add(mine)).toBe(true)
    expect(connections.add(mine)).toBe(false)
    expect(connections.add(other)).toBe(true)
    connections.remove(mine)
    expect(connections.add(mine)).toBe(true)
    expect(connections.add(mine)).toBe(false)
  })
})
