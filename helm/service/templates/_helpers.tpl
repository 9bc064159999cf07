{{/* The name of the service: the value `service` or, in the chart `platform`, the name of the dependency. */}}
{{- define "wp.name" -}}
{{- if .Values.service -}}
{{- .Values.service -}}
{{- else if eq .Chart.Name "service" -}}
{{- fail "service must be the name of a service, such as --set service=identity" -}}
{{- else -}}
{{- .Chart.Name -}}
{{- end -}}
{{- end -}}

{{- define "wp.selector" -}}
app.kubernetes.io/name: {{ include "wp.name" . }}
app.kubernetes.io/part-of: workspace-platform
{{- end -}}

{{- define "wp.labels" -}}
{{ include "wp.selector" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Values.global.imageTag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "service-%s" .Chart.Version }}
workspace-platform/environment: {{ .Values.global.environment }}
{{- end -}}

{{- define "wp.image" -}}
{{- $repository := .Values.image.repository | default (printf "workspace-platform/%s" (include "wp.name" .)) -}}
{{- $name := ternary $repository (printf "%s/%s" .Values.global.imageRegistry $repository) (empty .Values.global.imageRegistry) -}}
{{- if .Values.image.digest -}}
{{ $name }}@{{ .Values.image.digest }}
{{- else -}}
{{ $name }}:{{ .Values.image.tag | default .Values.global.imageTag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "wp.replicas" -}}
{{- if kindIs "invalid" .Values.replicas }}{{ int .Values.global.replicas }}{{ else }}{{ int .Values.replicas }}{{ end -}}
{{- end -}}

{{/* The autoscaler: cpu, lag (which also uses the CPU) or empty. */}}
{{- define "wp.scaledBy" -}}
{{- $graph := get (fromYaml (.Files.Get "files/call-graph.yaml")) (include "wp.name" .) -}}
{{- $isOnOneNode := and (eq .Values.data.kind "shared") (ne .Values.data.accessMode "ReadWriteMany") -}}
{{- if and .Values.global.autoscaling .Values.autoscaling.enabled (not $isOnOneNode) -}}
{{- if and $graph.consumes .Values.global.keda.enabled }}lag{{ else }}cpu{{ end -}}
{{- end -}}
{{- end -}}

{{/* The largest number of pods, including the additional one of a rolling update. */}}
{{- define "wp.maxPods" -}}
{{- $least := include "wp.replicas" . | int -}}
{{- add1 (ternary (max $least (int .Values.autoscaling.maxReplicas)) $least (ne (include "wp.scaledBy" .) "")) -}}
{{- end -}}

{{- define "wp.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ include "wp.name" . }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end -}}
{{- end -}}

{{/* Before an upgrade, the account of a service that is new does not exist yet. Without the cluster, as in Argo CD, `lookup` finds nothing. */}}
{{- define "wp.migrationAccount" -}}
{{- $account := include "wp.serviceAccount" . -}}
{{- if and .Values.serviceAccount.create (not (lookup "v1" "ServiceAccount" .Release.Namespace $account)) }}default{{ else }}{{ $account }}{{ end -}}
{{- end -}}

{{- define "wp.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "wp.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "wp.pullSecrets" -}}
{{- with .Values.global.imagePullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* On which nodes the pods of a service, its migrations and its test run. */}}
{{- define "wp.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/* The settings, as a list of variables. `config` overrides the chart's own settings. */}}
{{- define "wp.env" -}}
{{- $name := include "wp.name" . -}}
{{- $graph := get (fromYaml (.Files.Get "files/call-graph.yaml")) $name -}}
{{- /* 16 streams, and 320 MiB for buckets. Not the number of services: a new service must not restart the others. */ -}}
{{- $reservedMb := mul (add (mul 16 (int .Values.global.nats.streamMb)) 320) (int .Values.global.nats.replicas) -}}
{{- $env := dict "NODE_ENV" "production" "HOST" "::" "OPS_HOST" "::" "HTTP_PORT" "8080" "RPC_PORT" "9090" "OPS_PORT" "9100" "CREDENTIALS_DIR" "/credentials" "NATS_URL" .Values.global.nats.url "NATS_REPLICAS" (toString (int .Values.global.nats.replicas)) "NATS_STREAM_MB" (toString (int .Values.global.nats.streamMb)) "NATS_STORE_MB" (toString (default $reservedMb (int .Values.global.nats.storeMb))) "PUBLIC_URL" (printf "https://%s" .Values.global.domain) "UPLOAD_SPOOL_MB" (toString (int .Values.uploadSpoolMb)) "DRAIN_MS" (toString (mul 1000 (int .Values.drainSeconds))) -}}
{{- range $graph.calls -}}
{{- $_ := set $env (printf "%s_RPC" (. | upper | replace "-" "_")) (printf "dns:///%s-rpc.%s.svc.%s:9090" . $.Release.Namespace $.Values.global.clusterDomain) -}}
{{- end -}}
{{- if ne .Values.data.kind "none" -}}{{- $_ := set $env "DATA_DIR" "/data" -}}{{- end -}}
{{- if .Values.public -}}{{- with .Values.global.expose.trustedProxies -}}{{- $_ := set $env "TRUSTED_PROXIES" (join "," .) -}}{{- end -}}{{- end -}}
{{- if has $name (list "gateway" "realtime") -}}{{- with .Values.global.expose.allowedOrigins -}}{{- $_ := set $env "ALLOWED_ORIGINS" (join "," .) -}}{{- end -}}{{- end -}}
{{- with .Values.global.otlpEndpoint -}}{{- $_ := set $env "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}{{- end -}}
{{- if $graph.database -}}{{- $_ := set $env "MONGODB_URL_FILE" "/secrets/MONGODB_URL" -}}{{- $_ := set $env "MONGODB_POOL_SIZE" (include "wp.poolSize" .) -}}{{- end -}}
{{- range $key, $_from := .Values.secretFiles -}}
{{- $_ := set $env (printf "%s_FILE" $key) (printf "/secrets/%s" $key) -}}
{{- end -}}
{{- range $key, $value := .Values.config -}}
{{- if or (hasKey $.Values.secretFiles $key) (hasKey $env (printf "%s_FILE" $key)) -}}{{- fail (printf "config.%s is already set from a Secret" $key) -}}{{- end -}}
{{- $_ := set $env $key (toString $value) -}}
{{- end -}}
{{- if and .Values.public (ne .Values.global.expose.kind "none") (not (get $env "TRUSTED_PROXIES")) -}}
{{- fail "global.expose.trustedProxies: set the networks of the proxies that forward requests to the gateway, such as [10.0.0.0/8]; otherwise all callers share one rate limit" -}}
{{- end -}}
- name: ADVERTISE_HOST
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
{{- range $key, $value := $env }}
- name: {{ $key }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* The settings and additional variables, each of them once. */}}
{{- define "wp.allEnv" -}}
{{- $env := include "wp.env" . -}}
{{- $names := list -}}
{{- range concat (fromYamlArray $env) .Values.extraEnv -}}
{{- if has .name $names -}}{{- fail (printf "extraEnv: %s is already set; use the value of the chart that sets it, or config" .name) -}}{{- end -}}
{{- $names = append $names .name -}}
{{- end -}}
{{ $env }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "wp.mounts" -}}
- name: credentials
  mountPath: /credentials
  readOnly: true
- name: secrets
  mountPath: /secrets
  readOnly: true
- name: tmp
  mountPath: /tmp
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Only for the service: a migration does not need files, and a claim may be mounted on one node only. */}}
{{- define "wp.dataMount" -}}
{{- if ne .Values.data.kind "none" }}
- name: data
  mountPath: /data
{{- end }}
{{- end -}}

{{- define "wp.volumes" -}}
{{- $name := include "wp.name" . -}}
{{- $graph := get (fromYaml (.Files.Get "files/call-graph.yaml")) $name -}}
- name: credentials
  secret:
    secretName: {{ .Values.credentials.existingSecret | default (printf "%s-credentials" $name) }}
    defaultMode: 0440
- name: secrets
  projected:
    defaultMode: 0440
    sources:
      {{- if $graph.database }}
      - secret:
          name: {{ .Values.mongodb.existingSecret | default (printf "%s-mongodb" $name) }}
          items:
            - key: {{ .Values.mongodb.key }}
              path: MONGODB_URL
      {{- end }}
      {{- range $key, $from := .Values.secretFiles }}
      - secret:
          name: {{ $from.secret }}
          items:
            - key: {{ $from.key }}
              path: {{ $key }}
      {{- end }}
- name: tmp
  emptyDir:
    sizeLimit: {{ add .Values.uploadSpoolMb 64 }}Mi
{{- with .Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "wp.dataVolume" -}}
{{- if eq .Values.data.kind "scratch" }}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.data.size }}
{{- else if eq .Values.data.kind "shared" }}
- name: data
  persistentVolumeClaim:
    claimName: {{ .Values.data.existingClaim | default (printf "%s-data" (include "wp.name" .)) }}
{{- end }}
{{- end -}}

{{/* Peers of a network policy: pods of the named services. */}}
{{- define "wp.podsOf" -}}
{{- range . }}
- podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ . }}
      app.kubernetes.io/part-of: workspace-platform
{{- end }}
{{- end -}}

{{- define "wp.dnsEgress" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
  to: {{- toYaml .Values.global.networkPolicy.dns | nindent 4 }}
{{- end -}}

{{- define "wp.serverEgress" -}}
- ports:
    - port: {{ int .port }}
      {{- with .endPort }}
      endPort: {{ int . }}
      {{- end }}
      protocol: TCP
  {{- with .peers }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
