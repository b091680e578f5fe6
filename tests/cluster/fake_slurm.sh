#!/bin/sh
# Slurm as far as a submission sees it, under the names sbatch, squeue, scancel, scontrol and sacctmgr. Its queue is
# $FAKE_SLURM/queue: number|state|nodes|reason|name. As the true one, sbatch hangs where the controller is full
# (FAKE_MOST), and refuses above a limit of the user (FAKE_LIMIT).
set -eu
cd "$FAKE_SLURM"
case ${0##*/} in
    sbatch)
        read -r last <last
        read -r queued <queued
        [ "$queued" -lt "$FAKE_MOST" ] || exec sleep 1000
        if [ "$queued" -ge "$FAKE_LIMIT" ]; then
            echo "sbatch: error: QOSMaxSubmitJobPerUserLimit" >&2
            exit 1
        fi
        last=$((last + 1))
        echo $last >last
        echo $((queued + 1)) >queued
        name= after=
        for word; do
            case $word in
                --job-name=*) name=${word#*=} ;;
                --dependency=*) after=${word#*=} ;;
            esac
        done
        echo "$last|PENDING||Dependency|$name" >>queue
        echo "$last $name $after" >>submitted
        echo $last
        ;;
    squeue)
        case " $* " in
            *" --format=%i "*) sed 's/|.*//' queue ;;
            *" --format=%i|%T|%N|%r|%j "*) cat queue ;;
            *) exit 1 ;;
        esac
        ;;
    scancel)
        for job; do
            echo "/^$job|/d"
            echo "$job" >>cancelled
        done >script
        sed -i -f script queue
        wc -l <queue >queued
        ;;
    scontrol) echo "MaxJobCount             = $FAKE_MOST" ;;
    sacctmgr)
        [ "${FAKE_ACCOUNTS:-}" ] || exit 1
        printf '|\n%s|\n' "$FAKE_ACCOUNTS"
        ;;
    *) exit 2 ;;
esac
