{{/* Labels of everything, and those by which a part is found. */}}
{{- define "undercut.labels" -}}
app.kubernetes.io/name: undercut
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}
{{- define "undercut.selector" -}}
app.kubernetes.io/name: undercut
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "undercut.head" -}}
metadata:
  name: {{ .root.Release.Name }}-{{ .part }}
  labels: {{- include "undercut.labels" . | nindent 4 }}
{{- end }}

{{/* What a process of ours is told: the settings of the values, the secret, and what the chart decides. */}}
{{- define "undercut.environment" -}}
envFrom:
  - secretRef:
      name: {{ .root.Values.secret }}
env:
  {{- range $name, $value := omit .root.Values.settings "UNDERCUT_HOSTS" }}
  - name: {{ $name }}
    value: {{ $value | toString | quote }}
  {{- end }}
  {{- if not (hasKey .root.Values.settings "UNDERCUT_LOG_FORMAT") }}
  - name: UNDERCUT_LOG_FORMAT
    value: json
  {{- end }}
  - name: UNDERCUT_DATA
    value: /data
  - name: UNDERCUT_STATIC_MANIFEST
    value: "1"
  - name: UNDERCUT_HOSTS
    value: {{ printf "%s-nginx,127.0.0.1,%s" .root.Release.Name (get .root.Values.settings "UNDERCUT_HOSTS" | default "") | quote }}
  - name: UNDERCUT_SHARDS
    value: {{ .root.Values.live | quote }}
  - name: UNDERCUT_SHARD
    {{- if eq .part "live" }}
    valueFrom:
      fieldRef:
        fieldPath: metadata.labels['apps.kubernetes.io/pod-index']
    {{- else }}
    value: none
    {{- end }}
{{- end }}

{{/* What no process of ours may do. The image's user is the first that useradd makes. */}}
{{- define "undercut.least" -}}
securityContext:
  allowPrivilegeEscalation: false
  capabilities:
    drop: ["ALL"]
{{- end }}
{{- define "undercut.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
terminationGracePeriodSeconds: 40
{{- end }}

{{/* One away from the other: a node that dies takes one of them alone where there are two nodes. */}}
{{- define "undercut.apart" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "undercut.selector" . | nindent 8 }}
{{- end }}

{{/* The process that serves pages or tables. */}}
{{- define "undercut.server" -}}
image: {{ .root.Values.image }}
command:
  - uvicorn
  - config.asgi:application
  - --host=0.0.0.0
  - --port=8000
  - --workers=1
  - --loop=uvloop
  - --ws=config.sockets:TableSocket
  - --ws-max-size=16384
  - --ws-per-message-deflate=false
  - --ws-ping-interval=20
  - --ws-ping-timeout=20
  - --timeout-graceful-shutdown=10
  - --no-access-log
  - --log-level=warning
  - --forwarded-allow-ips=*
ports:
  - name: http
    containerPort: 8000
{{ include "undercut.environment" . }}
{{ include "undercut.least" . }}
resources: {{- toYaml (get .root.Values.resources .part) | nindent 2 }}
startupProbe:
  httpGet: &ready {path: /readyz, port: http, httpHeaders: [{name: Host, value: 127.0.0.1}]}
  periodSeconds: 2
  timeoutSeconds: 5
  failureThreshold: 90
readinessProbe:
  httpGet: *ready
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 3
livenessProbe:  # a database that is away is no reason to start anew
  httpGet: {path: /livez, port: http, httpHeaders: [{name: Host, value: 127.0.0.1}]}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
